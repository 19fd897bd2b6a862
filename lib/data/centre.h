#pragma once

#include "lib/types.h"

#include <cstdint>
#include <span>

namespace hashlab {

/// The mean of the given rows of a data set (columns of X), summed in double precision in the
/// given order. There must be at least one row.
arma::fvec mean_of_rows(const Features& X, std::span<const std::uint32_t> rows);

/// The vector that is subtracted from rows: `mean`, or zeros if they are not centred.
arma::fvec origin_of(bool centred, const arma::fvec& mean);

/// The given rows minus `mean`, one per column: d x rows.size().
arma::fmat centred_rows(const Features& X, std::span<const std::uint32_t> rows,
                        const arma::fvec& mean);

}  // namespace hashlab
