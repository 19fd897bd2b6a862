#include "hashers/finite_values.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlab::hashers {

void require_finite_values(const arma::fmat& Y) {
  if (Y.n_rows == 0) {
    throw Error(ErrorCode::invalid_argument,
                "quantiser: no training samples, expected at least 1, give the training part of "
                "the split a size");
  }
  for (arma::uword k = 0; k < Y.n_elem; ++k) {
    if (std::isfinite(Y[k])) continue;
    throw Error(ErrorCode::numerical,
                fmt::format("quantiser: dimension {} of sample {} projects to {}, expected a "
                            "finite number, check the features and the projection",
                            k / Y.n_rows, k % Y.n_rows, Y[k]));
  }
}

}  // namespace hashlab::hashers
