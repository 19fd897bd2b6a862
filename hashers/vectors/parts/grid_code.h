#pragma once

#include "lib/rng.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab::hashers {

// The codes of RaBitQ. A coordinate with b bits has the digit u in 0 .. 2^b - 1, which stands for
// the value y = u - (2^b - 1) / 2, that is +-(k + 1/2) with a magnitude k in 0 .. 2^(b-1) - 1. The
// grid point y has the direction of the vector r, not its length.
// Source:  Gao & Long, "RaBitQ", SIGMOD 2024 (arXiv 2405.12497), equations 7 and 8, for one bit;
//          Gao et al., SIGMOD 2025 (arXiv 2409.09913), section 3.2.2, for several.
// Differs: coordinates may have different numbers of bits; all of them share one factor t.

/// A grid point of the direction of a vector.
struct GridPoint {
  std::vector<std::uint8_t> digits;
  double t = 0;  ///< the factor: k_i = min(floor(t |r_i|), 2^(b_i - 1) - 1)
};

/// The grid point of greatest cosine with r. `bits` are those of each coordinate, 1 .. 8. The
/// magnitudes change only at the factors k / |r_i|, which are passed in ascending order; equal ones
/// by i, then k. Of cosines within 1e-12 of the greatest the first wins, and the factor 0 is the
/// first. A coordinate of 0 keeps k = 0 on the negative side.
/// Cost:    O(m log m) for m = the sum of 2^(b_i - 1) - 1.
GridPoint nearest_grid_point(std::span<const double> r, std::span<const std::uint8_t> bits);

/// The grid point at the factor t / |r|, without a search.
GridPoint grid_point_at(std::span<const double> r, std::span<const std::uint8_t> bits, double t);

/// The mean factor t |r| of the nearest grid points of 100 random vectors of dimension `dims` with
/// b bits each, for grid_point_at().
double mean_factor(std::size_t dims, std::size_t b, Rng rng);

/// The value of digit u of b bits, times 2: an odd integer.
inline int twice_value(unsigned u, std::size_t b) {
  return 2 * static_cast<int>(u) - ((1 << b) - 1);
}

/// <y, r> for the grid point y of `digits`, added in the order of the coordinates.
double dot_with_grid(std::span<const double> r, std::span<const std::uint8_t> digits,
                     std::span<const std::uint8_t> bits);

/// 4 |y|^2 of the grid point: a sum of squares of odd integers.
std::uint64_t four_squared_length(std::span<const std::uint8_t> digits,
                                  std::span<const std::uint8_t> bits);

}  // namespace hashlab::hashers
