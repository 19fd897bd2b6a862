#include "experiments/program/memory_budget.h"

#include "experiments/program/memory_cap.h"
#include "lib/error.h"
#include "lib/hamming/tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {

namespace {

/// The memory of a thread: the touched parts of its stack and heap (measured: 40 to 100 KiB), a
/// tile, and the positions of the codes in the tile.
double bytes_of_thread(const CodeFormat& format) {
  constexpr double touched = 98304, positions = 4 * 32768;
  return touched + positions + static_cast<double>(TileMaker::bytes(format));
}

}  // namespace

std::size_t MemoryBudget::reserve_threads(
    std::size_t threads, const CodeFormat& format,
    const std::function<double(std::size_t)>& bytes_of_results, const std::string& what) {
  const auto bytes = [&] {
    return static_cast<double>(threads) * bytes_of_thread(format) + bytes_of_results(threads);
  };
  // Half of the remaining memory is meant for the pieces that are read.
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
  constexpr double useful_bytes = 64 * 1048576.0, min_rows = 256;
  const double fit = std::min(left(), useful_bytes) / row_bytes;
  const auto all = static_cast<double>(n);
  if (fit < std::min(all, min_rows)) {
    MemoryBudget more = *this;
    more.reserved_ += std::min(all, min_rows) * row_bytes;
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

}  // namespace hashlab::experiments
