#pragma once

#include "lib/import/foreign_table.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace hashlab {

/// Rows scaled to unit Euclidean length, as float32; a row of zeros is not changed.
std::unique_ptr<ForeignTable> unit_rows(std::unique_ptr<ForeignTable> table);

/// Rows projected onto their k principal components, largest variance first: y = W^T (x - mean),
/// with the eigenvectors W of the covariance of all rows. The entry of largest magnitude of each
/// eigenvector is made positive, so that signs do not depend on LAPACK. `open` opens the table,
/// which is read twice; the first pass starts when the first row is requested.
/// Cost:    s^2 + s k operations per row with s non-zeros, efficient for sparse tables; 10 D^3 for
///          the eigenvectors of D columns.
/// Memory:  four D x D matrices of doubles.
/// Errors:  invalid_argument if k is not in 1 .. D; when reading, corrupt_file if there are fewer
///          than two rows, a number is not finite, or the eigenvectors are not found.
std::unique_ptr<ForeignTable> principal_components(
    std::function<std::unique_ptr<ForeignTable>()> open, std::size_t k);

}  // namespace hashlab
