#pragma once

#include "hashers/hasher.h"
#include "lib/types.h"

#include <cstddef>
#include <span>

namespace hashlab::hashers {

/// Samples are projected this many at a time.
inline constexpr std::size_t projection_block = 256;

/// Some of the features of a sample, such as one of its views: first .. first + count - 1.
struct FeatureRange {
  std::size_t first = 0, count = 0;
};

/// Projections of some samples of a data set: `rows` holds their columns in X (0-based). `mean` is
/// subtracted from each sample first, and the projector gets only the features in `range`.
/// Shapes:  X is d x n, mean has d numbers; returns (number of rows) x dims.
/// BLAS always multiplies projection_block samples, the last block padded with zeros, because BLAS
/// chooses its order of summation by the shape. Rows projected in pieces are therefore
/// bit-identical to rows projected together, if pieces begin at multiples of projection_block.
/// Memory:  the answer and one centred block.
arma::fmat project_rows(const Projector& projector, const Features& X,
                        std::span<const std::uint32_t> rows, const arma::fvec& mean,
                        std::size_t dims, FeatureRange range);
/// The same for a projector that gets all features.
arma::fmat project_rows(const Projector& projector, const Features& X,
                        std::span<const std::uint32_t> rows, const arma::fvec& mean,
                        std::size_t dims);

}  // namespace hashlab::hashers
