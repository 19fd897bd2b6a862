#pragma once

#include <cstdint>
#include <vector>

namespace hashlab {

/// Sums of reciprocals: what the precisions along a run of relevant items add up to.
/// Cost:    time and memory of min(largest, 2^20) numbers to make, no more however long a ranking
///          is; constant time a sum.
/// Source:  beyond the table, the Euler-Maclaurin series H(n) = ln n + gamma + 1 / (2 n)
///          - 1 / (12 n^2) + ..., of which the first term left out is below 1e-26 of a sum.
class HarmonicNumbers {
 public:
  /// For sums up to 1 / largest.
  explicit HarmonicNumbers(std::uint64_t largest);

  /// 1 / (a + 1) + ... + 1 / b, where a <= b <= largest. Relative error about 2e-16 where the sum
  /// lies in the table, 4e-16 beyond.
  double between(std::uint64_t a, std::uint64_t b) const;

 private:
  std::vector<double> high_, low_;  ///< H(k) is the unevaluated sum of the two
};

}  // namespace hashlab
