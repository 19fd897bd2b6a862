#pragma once

#include <cstdint>
#include <vector>

namespace hashlab {

/// Sums of the discounts 1 / log2(1 + i) of ranks i = 1 .. k. The sums grow to tens of thousands,
/// whereas the difference of two sums may be only a few terms. Each sum is therefore stored
/// together with its rounding error.
class Discounts {
 public:
  explicit Discounts(std::uint64_t k);
  /// The sum over ranks a + 1 .. b; ranks above k contribute nothing.
  double between(std::uint64_t a, std::uint64_t b) const;

 private:
  std::vector<double> high_, low_;
};

}  // namespace hashlab
