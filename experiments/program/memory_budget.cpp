#include "experiments/program/memory_budget.h"

#include "experiments/program/memory_cap.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {

namespace {

/// A thread's stack and heap as far as they are touched (measured: 40 to 100 KiB), and what
/// TileMaker and a search hold of a full tile: bit-sliced planes, twice for digits of several bits,
/// thermometer codes, and positions.
double bytes_of_thread(const CodeFormat& format) {
  constexpr double tile_codes = 32768, most_plane_bytes = 524288, touched = 98304;
  const auto bits = static_cast<double>(format.max_distance());
  const double planes = std::min(most_plane_bytes, tile_codes / 8 * (bits + 8));
  const double codes = std::min(tile_codes, 8 * most_plane_bytes / bits);
  return touched + 4 * codes + (format.hamming() ? planes : 2 * planes + codes * bits / 8);
}

}  // namespace

std::size_t MemoryBudget::reserve_threads(
    std::size_t threads, const CodeFormat& format,
    const std::function<double(std::size_t)>& bytes_of_results, const std::string& what) {
  const auto bytes = [&] {
    return static_cast<double>(threads) * bytes_of_thread(format) + bytes_of_results(threads);
  };
  // A piece needs room beside them.
  while (threads > 1 && bytes() > left() / 2) threads /= 2;
  reserve(bytes(), what);
  return threads;
}

void MemoryBudget::require(double bytes, const std::string& what) const {
  MemoryBudget after = *this;
  after.reserve(bytes, what);
}

void MemoryBudget::reserve(double bytes, const std::string& what) {
  reserved_ += bytes;
  if (left() < 0) too_small(what);
}

std::size_t MemoryBudget::rows(double row_bytes, std::size_t n) const {
  constexpr double useful_bytes = 64 * 1048576.0, least_rows = 256;
  const double fit = std::min(left(), useful_bytes) / row_bytes;
  const auto all = static_cast<double>(n);
  if (fit < std::min(all, least_rows)) {
    MemoryBudget more = *this;
    more.reserved_ += std::min(all, least_rows) * row_bytes;
    more.too_small("a piece of the database");
  }
  return static_cast<std::size_t>(std::min(fit, all));
}

double MemoryBudget::left() const {
  return cap_ - static_cast<double>(memory_in_use()) - reserved_;
}

void MemoryBudget::too_small(const std::string& what) const {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("--memory {} is too small for {}: give {} or more", memory_text(cap_),
                          what, memory_text(cap_ - left())));
}

}  // namespace hashlab
