#include "hashers/cross_modal/parts/scaled_view.h"

#include "hashers/projections/parts/linear_projection.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace hashlab::hashers {

ScaledView scaled_view(const arma::fmat& X) {
  ScaledView view{arma::conv_to<arma::mat>::from(X)};
  const double squared = arma::accu(arma::square(view.X)) / static_cast<double>(X.n_cols);
  if (squared > 0) view.unit = std::sqrt(squared);
  view.X /= view.unit;
  return view;
}

std::unique_ptr<const Projector> unscaled_projector(const ScaledView& view, const arma::mat& W,
                                                    const arma::vec& b, const std::string& method) {
  const arma::mat of_features = W / view.unit;
  if (!arma::conv_to<arma::fmat>::from(of_features).is_finite()) {
    throw Error(ErrorCode::numerical,
                fmt::format("{}: features of mean length {:.3g} are too small for single "
                            "precision: use a larger unit",
                            method, view.unit));
  }
  return linear_projector(of_features, b);
}

}  // namespace hashlab::hashers
