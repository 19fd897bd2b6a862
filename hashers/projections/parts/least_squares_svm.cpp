#include "hashers/projections/parts/least_squares_svm.h"

#include "lib/error.h"

#include <algorithm>
#include <utility>

namespace hashlab::hashers {
namespace {

bool constant(const std::vector<bool>& labels) {
  return std::find(labels.begin(), labels.end(), !labels.front()) == labels.end();
}

double constant_answer(const std::vector<bool>& labels) {
  return labels.front() ? 1.0 : -1.0;
}

arma::vec targets(const std::vector<bool>& labels) {
  arma::vec y(labels.size());
  std::transform(labels.begin(), labels.end(), y.begin(), [](bool l) { return l ? 1.0 : -1.0; });
  return y;
}

arma::mat with_diagonal(arma::mat A, double added) {
  A.diag() += added;
  return A;
}

arma::mat samples(const arma::fmat& X, bool bias) {
  const arma::mat doubles = arma::conv_to<arma::mat>::from(X);
  if (!bias) return doubles;
  return arma::join_cols(doubles, arma::rowvec(X.n_cols, arma::fill::ones));
}

}  // namespace

CholeskyFactors::CholeskyFactors(const arma::mat& A) {
  if (!A.is_finite() || !arma::chol(L_, A, "lower")) {
    throw Error(ErrorCode::numerical,
                "svm: the system of least squares could not be factorised, check the features or "
                "give a smaller price");
  }
  U_ = L_.t();
}

arma::vec CholeskyFactors::solve(const arma::vec& y) const {
  const arma::vec half = arma::solve(arma::trimatl(L_), y, arma::solve_opts::fast);
  return arma::solve(arma::trimatu(U_), half, arma::solve_opts::fast);
}

LeastSquaresSvm::LeastSquaresSvm(const arma::fmat& X, double C, bool bias)
    : X_(samples(X, bias)),
      bias_(bias),
      primal_(X_.n_rows <= X_.n_cols),
      system_(
          with_diagonal(primal_ ? arma::mat(X_ * X_.t()) : arma::mat(X_.t() * X_), 1 / (2 * C))) {}

Hyperplane LeastSquaresSvm::learn(const std::vector<bool>& labels) const {
  const arma::uword d = X_.n_rows - (bias_ ? 1 : 0);
  if (constant(labels)) return {arma::vec(d, arma::fill::zeros), constant_answer(labels)};
  const arma::vec y = targets(labels);
  const arma::vec w = primal_ ? system_.solve(X_ * y) : arma::vec(X_ * system_.solve(y));
  return {w.head(d), bias_ ? w[d] : 0};
}

LeastSquaresKernelSvm::LeastSquaresKernelSvm(const arma::fmat& K, double C)
    : system_(with_diagonal(arma::conv_to<arma::mat>::from(K), 1 / (2 * C))),
      one_(system_.solve(arma::vec(K.n_rows, arma::fill::ones))) {}

KernelExpansion LeastSquaresKernelSvm::learn(const std::vector<bool>& labels) const {
  if (constant(labels)) {
    return {arma::vec(labels.size(), arma::fill::zeros), constant_answer(labels)};
  }
  const arma::vec a = system_.solve(targets(labels));
  const double b = arma::accu(a) / arma::accu(one_);
  return {a - b * one_, b};
}

}  // namespace hashlab::hashers
