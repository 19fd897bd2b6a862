#pragma once

#include "lib/plane_sums/sum_kernel.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hashlab {

/// Whole weights of the bits of codes, one for each bit, as kernels read them.
///
/// A weight is written with the fewest powers of two, added or subtracted, that give it: 7 is 8 - 1
/// and takes two lines of a kernel in place of three (signed digits, see Reitwiesner, "Binary
/// arithmetic", Advances in Computers 1, 1960). Where binary digits are as few, they are used.
class BitWeights {
 public:
  /// Errors:  invalid_argument if there are more than most_weighed_planes weights, if one has more
  ///          than 15 bits, or if the sum of all powers of two is 2^most_sum_digits or more.
  explicit BitWeights(std::span<const std::int32_t> weights);

  /// Valid as long as the object is neither changed nor destroyed.
  Weighing weighing() const;
  /// The sum U that kernels compute is the weighted sum of the bits of a code plus this constant.
  std::uint32_t constant() const { return constant_; }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint64_t> plus_, minus_;
  std::vector<std::uint16_t> places_, n_places_;
  std::uint32_t constant_ = 0, most_ = 0;
};

/// A sum of entries of tables, one for each digit of a code, as a weighted sum of its bits.
struct BitSum {
  double start = 0;                   ///< the sum for the code of zeros
  std::vector<std::int32_t> weights;  ///< of each bit
};

/// The weights for tables as those of AskedTerm (lib/ranking/asked.h): first the 2^B entries of
/// digit 0 of B = widths[0] bits, then those of digit 1, and so on. No value unless each entry is
/// that of digit 0 plus whole weights of the bits, all entries are multiples of 1/2 so small that
/// every order of additions is exact, and BitWeights accepts the weights.
/// Requires: the table has all entries.
std::optional<BitSum> bit_sum(std::span<const double> table, std::span<const std::uint8_t> widths);

}  // namespace hashlab
