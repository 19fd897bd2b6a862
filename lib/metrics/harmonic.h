#pragma once

#include <cstdint>
#include <memory>

namespace hashlab {

/// Sums of consecutive reciprocals 1 / i. Sums of precisions over the positions of a tie need them.
/// Cost:    a sum takes constant time. All objects share one table of min(largest, 2^20) numbers,
///          where `largest` is the greatest value of all objects so far. The table takes 16 MB at
///          most.
/// Source:  beyond the table, the Euler-Maclaurin series H(n) = ln n + gamma + 1 / (2 n)
///          - 1 / (12 n^2) + ..., whose first omitted term is below 1e-26 of a sum.
class HarmonicNumbers {
 public:
  /// `largest` is the greatest b that between() may get.
  explicit HarmonicNumbers(std::uint64_t largest);

  /// 1 / (a + 1) + ... + 1 / b, where a <= b <= largest. The relative error is about 2e-16 within
  /// the table, 4e-16 beyond it.
  double between(std::uint64_t a, std::uint64_t b) const;

 private:
  struct Table;
  std::shared_ptr<const Table> table_;
};

}  // namespace hashlab
