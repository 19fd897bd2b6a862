#include "experiments/memory_cap.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <unistd.h>
#include <charconv>
#include <cmath>
#include <fstream>

namespace hashlab {

std::size_t parse_memory(const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  std::size_t shift = 0;
  if (error == std::errc{} && stop + 1 == end) {
    const std::size_t unit = std::string("KMG").find(*stop);
    shift = unit == std::string::npos ? 0 : 10 * (unit + 1);
  }
  const bool whole = error == std::errc{} && (shift > 0 ? stop + 1 : stop) == end;
  if (!whole || value == 0 || value > (std::size_t{1} << 50) >> shift) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("option '--memory' = '{}', must be a number of bytes such as 256M or 2G",
                    text));
  }
  return value << shift;
}

std::string memory_text(double bytes) {
  return fmt::format("{:.0f}M", std::ceil(bytes / 1048576));
}

std::size_t memory_in_use() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

}  // namespace hashlab
