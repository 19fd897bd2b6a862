#pragma once

#include <armadillo>

namespace hashlab {

/// The sign of an eigenvector is arbitrary, and LAPACK's choice: turns each column so that its entry
/// of largest magnitude, the first of equal ones, is positive.
inline void make_largest_entries_positive(arma::mat& V) {
  for (arma::uword k = 0; k < V.n_cols; ++k) {
    if (V(arma::index_max(arma::abs(V.col(k))), k) < 0) V.col(k) = -V.col(k);
  }
}

}  // namespace hashlab
