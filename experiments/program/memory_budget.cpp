#include "experiments/program/memory_budget.h"

#include "experiments/program/memory_cap.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {

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
