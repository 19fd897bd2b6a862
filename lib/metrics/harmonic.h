#pragma once

#include <cstdint>
#include <memory>

namespace hashlab {

/// Sums of consecutive reciprocals 1 / i. Sums of precisions over the positions of a tie need them.
/// Cost:    a sum takes constant time. All objects share one table of at most 2^20 sums (16 MB).
///          The constructor extends it if `largest` needs more: to at least twice its size, or to
///          2^20 sums.
/// Source:  beyond 2^20, the Euler-Maclaurin series H(n) = ln n + gamma + 1 / (2 n)
///          - 1 / (12 n^2) + ..., whose first omitted term changes a sum by less than 3e-26 of it.
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
