#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab::hashers {

/// The bits of each dimension, `bits` together or fewer if every dimension has the most it can
/// have: one after the other, each to the dimension where it reduces the expected squared error
/// most, variance x (D(b) - D(b + 1)), in case of a tie to the first. D(b) is the distortion of a
/// normal variable of variance 1 by the best 2^b levels. At most 8 bits for each dimension.
/// Source:  reverse water-filling, as Brandt, "Transform Coding for Fast Approximate Nearest
///          Neighbor Search in High Dimensions", CVPR 2010, allocates bits; D(b) by Max, IRE Trans.
///          Information Theory 6, 1960.
std::vector<std::uint8_t> water_filled_bits(std::span<const double> variances, std::size_t bits);

}  // namespace hashlab::hashers
