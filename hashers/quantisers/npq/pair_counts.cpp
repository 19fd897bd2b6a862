#include "hashers/quantisers/npq/pair_counts.h"

#include "hashers/quantisers/npq/merged_line.h"

#include <algorithm>

namespace hashlab::hashers::npq {
namespace {

constexpr std::size_t most_steps = 256;

}  // namespace

PairCounts::PairCounts(const Line& line)
    : G_(line.groups()),
      step_(std::max<std::size_t>(1, (G_ + most_steps - 1) / most_steps)),
      columns_(G_ / step_ + 2),
      table_((G_ + 1) * columns_),
      above_(pairs_above(line)) {
  std::vector<std::uint32_t> gained(columns_);
  for (std::size_t b = 0; b < G_; ++b) {
    std::fill(gained.begin(), gained.end(), 0u);
    for (const std::uint32_t a : line.below[b]) ++gained[a / step_];
    const std::uint32_t* before = table_.data() + b * columns_;
    std::uint32_t* row = table_.data() + (b + 1) * columns_;
    std::uint32_t sum = 0;
    for (std::size_t c = columns_; c-- > 0;) {
      sum += gained[c];
      row[c] = before[c] + sum;
    }
  }
}

std::uint32_t PairCounts::within(std::size_t a, std::size_t b) const {
  const std::size_t c = (a + step_ - 1) / step_;
  std::uint32_t count = table_[b * columns_ + c];
  for (std::size_t group = a; group < std::min(c * step_, b); ++group) {
    const auto ends = above_[group];
    count +=
        static_cast<std::uint32_t>(std::lower_bound(ends.begin(), ends.end(), b) - ends.begin());
  }
  return count;
}

double PairCounts::within(const Cuts& cuts) const {
  double TP = 0.0;
  std::size_t a = 0;
  for (const std::uint32_t cut : cuts) {
    TP += within(a, cut);
    a = cut;
  }
  return TP + within(a, G_);
}

}  // namespace hashlab::hashers::npq
