#include "hashers/cross_modal/parts/paired.h"

#include "hashers/projections/parts/supervised.h"
#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab::hashers {

void require_finite(const PairedTrainingSet& data, const std::string& method) {
  for (const arma::fmat* view : {&data.X, &data.Z}) {
    if (view->is_finite()) continue;
    throw Error(ErrorCode::numerical,
                fmt::format("{}: a training sample holds a number that is not finite in the {} "
                            "view, check the features",
                            method, view == &data.X ? "first" : "second"));
  }
}

arma::mat required_classes(const PairedTrainingSet& data, const std::string& method) {
  if (data.labels.empty()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{}: learns from classes, but the training samples have no labels: use a data "
                    "set with '/labels' or an unsupervised method",
                    method));
  }
  arma::mat Y = class_indicators(data.labels);
  if (Y.n_cols == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: none of the {} training samples is of any class, expected some "
                            "that are: use other samples or an unsupervised method",
                            method, data.X.n_cols));
  }
  return Y;
}

double absolute_ridge(const Scaled& ridge, const arma::mat& V) {
  return ridge.in([&] { return arma::accu(arma::square(V)) / static_cast<double>(V.n_cols); });
}

double absolute_price(const Scaled& c, const arma::fmat& X) {
  return c.in([&] {
    const arma::mat samples = arma::conv_to<arma::mat>::from(X);
    const double squared = arma::accu(arma::square(samples)) / static_cast<double>(X.n_cols);
    return squared > 0 ? 1 / squared : 1;
  });
}

}  // namespace hashlab::hashers
