#include "hashers/cross_modal/parts/ridge.h"

#include "hashers/factored.h"
#include "lib/error.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace hashlab::hashers {

RidgeRegression::RidgeRegression(arma::mat F, const std::string& method) : F_(std::move(F)) {
  arma::mat G;
  if (by_samples()) {
    G = F_.t() * F_;
  } else {
    G = F_ * F_.t();
  }
  if (!G.is_finite() || !arma::eig_sym(values_, Q_, G)) {
    throw Error(ErrorCode::numerical,
                method +
                    ": the eigenvectors of a regression could not be computed: a value is not "
                    "finite or too large, check the features");
  }
  const auto sides = static_cast<double>(std::max(F_.n_rows, F_.n_cols));
  negligible_ = std::max(0.0, values_.max() * sides * std::numeric_limits<double>::epsilon());
}

arma::mat RidgeRegression::fit(const arma::mat& T, double r) const {
  arma::mat M;
  if (by_samples()) {
    M = Q_.t() * T;
  } else {
    M = Q_.t() * (F_ * T);
  }
  arma::vec inverse(values_.n_elem);
  for (arma::uword i = 0; i < values_.n_elem; ++i) {
    inverse[i] = values_[i] > negligible_ ? 1 / (values_[i] + r) : 0;
  }
  M.each_col() %= inverse;
  const arma::mat W = Q_ * M;
  return by_samples() ? arma::mat(F_ * W) : W;
}

arma::mat ridge(const arma::mat& F, const arma::mat& T, double r, const std::string& method) {
  return RidgeRegression(F, method).fit(T, r);
}

arma::mat solve_positive(const arma::mat& A, const arma::mat& M, const std::string& method) {
  arma::mat L;
  if (!A.is_finite() || !arma::chol(L, A, "lower")) {
    throw Error(ErrorCode::numerical,
                method +
                    ": a system of equations is singular in rounded numbers: raise ridge, or scale "
                    "the features to lengths near 1");
  }
  return solve_factored(L, M);
}

}  // namespace hashlab::hashers
