#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace hashlab::hashers {

/// The 2^b levels that represent a normal variable of variance 1 with the least mean squared error,
/// ascending and exactly symmetric, to about 1e-13; 1 <= b <= 4.
/// Source:  Max, "Quantizing for minimum distortion", IRE Trans. Information Theory 6, 1960; by
///          Lloyd's iteration on the exact conditional means.
std::vector<double> lloyd_max_levels(std::size_t b);

/// The index of the nearest of ascending levels; a value halfway takes the lower one.
std::size_t nearest_level(std::span<const double> levels, double value);

}  // namespace hashlab::hashers
