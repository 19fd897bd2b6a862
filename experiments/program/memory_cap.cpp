#include "experiments/program/memory_cap.h"

#include "lib/error.h"
#include "lib/numbers.h"

#include <fmt/format.h>

#include <unistd.h>
#include <cmath>
#include <fstream>
#include <string_view>

namespace hashlab::experiments {

std::size_t parse_memory(const std::string& text) {
  std::string_view unit = text;
  const auto value = take_whole(unit);
  const std::size_t power = unit.empty() ? 0 : std::string_view("KMG").find(unit.front()) + 1;
  const std::size_t shift = 10 * power;
  const bool is_unit = unit.empty() || (unit.size() == 1 && power > 0);
  if (!value || !is_unit || *value == 0 || *value > (std::size_t{1} << 50) >> shift) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("option '--memory' = '{}', must be a number of bytes such as 256M or 2G",
                    text));
  }
  return *value << shift;
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

}  // namespace hashlab::experiments
