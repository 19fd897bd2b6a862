#include "hashers/projections/parts/cca.h"

#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

[[noreturn]] void fail() {
  throw Error(ErrorCode::numerical,
              "the canonical correlations of samples and classes could not be computed: a feature "
              "is not finite or too large");
}

/// (A + rho I)^-1/2 of a symmetric A >= 0. Axes along which A vanishes but for rounding are left
/// out: with a small rho they would turn rounding errors into large coordinates.
arma::mat whitening(const arma::mat& A, double rho) {
  arma::vec s;
  arma::mat V;
  if (!A.is_finite() || !arma::eig_sym(s, V, A)) fail();
  const double negligible =
      s.max() * static_cast<double>(A.n_rows) * std::numeric_limits<double>::epsilon();
  for (double& value : s) value = value > negligible ? 1 / std::sqrt(value + rho) : 0;
  return V * arma::diagmat(s) * V.t();
}

}  // namespace

CanonicalBasis canonical_basis(const arma::fmat& X, const arma::mat& Y, double rho) {
  arma::mat C = arma::conv_to<arma::mat>::from(X);
  C.each_col() -= arma::mean(C, 1);
  const double n = static_cast<double>(X.n_cols);
  // With T = (X X^T / n + rho I)^-1/2, the singular values of T (X Y / n) (Y^T Y / n + rho I)^-1/2
  // are lambda and its left singular vectors are those of T^-1 w; squaring first would lose half of
  // the digits.
  CanonicalBasis basis{whitening(C * C.t() / n, rho), {}, {}};
  const arma::mat between = basis.T * (C * Y / n) * whitening(Y.t() * Y / n, rho);
  arma::mat V;
  if (!between.is_finite() || !arma::svd(basis.U, basis.lambda, V, between)) fail();
  return basis;
}

double mean_variance(const arma::fmat& X) {
  const arma::mat C = arma::conv_to<arma::mat>::from(X);
  const double mean = arma::mean(arma::var(C, 1, 1));
  return mean > 0 ? mean : 1;
}

CanonicalDirections canonical_directions(const CanonicalBasis& basis, std::size_t dims) {
  CanonicalDirections found{basis.T * basis.U.head_cols(dims), arma::vec(dims, arma::fill::zeros)};
  const arma::uword known = std::min<arma::uword>(dims, basis.lambda.n_elem);
  found.lambda.head(known) = basis.lambda.head(known);
  return found;
}

}  // namespace hashlab::hashers
