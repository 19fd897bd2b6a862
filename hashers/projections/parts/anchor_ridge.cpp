#include "hashers/projections/parts/anchor_ridge.h"

#include "lib/error.h"

namespace hashlab::hashers {
namespace {

/// Kernel values are single precision: what K_0 holds below this share of its largest eigenvalue is
/// their rounding.
constexpr double rounding = 1e-6;

void decompose(const arma::mat& A, arma::vec& values, arma::mat& vectors,
               const std::string& method) {
  if (arma::eig_sym(values, vectors, A)) return;
  throw Error(ErrorCode::numerical,
              method +
                  ": the kernel could not be decomposed, expected features of moderate size: scale "
                  "them");
}

}  // namespace

AnchorRidge::AnchorRidge(const KernelMap& map, const arma::fmat& X, const std::string& method) {
  const arma::mat K = arma::conv_to<arma::mat>::from(map.features(X)).t();
  if (!K.is_finite()) {
    throw Error(
        ErrorCode::numerical,
        method + ": a kernel value is no finite number, expected finite features: check them");
  }
  const arma::mat K_0 = arma::conv_to<arma::mat>::from(map.features(map.A));
  arma::vec s;
  arma::mat U, V;
  decompose((K_0 + K_0.t()) / 2, s, U, method);
  const arma::uvec kept = arma::find(s > rounding * s.max());
  T_ = U.cols(kept) * arma::diagmat(1 / arma::sqrt(s.elem(kept)));
  const arma::mat Phi = K * T_, G = Phi.t() * Phi;
  decompose(G, D_, V, method);
  T_ = T_ * V;
  Z_ = Phi * V;
  D_.transform([](double value) { return value > 0 ? value : 0; });
}

AnchorRidge::Fit AnchorRidge::fit(const arma::mat& Y, double ridge) const {
  const arma::vec shrunk = 1 / (D_ + ridge);
  Fit fit;
  fit.b = arma::mean(Y, 0);
  const arma::mat centred = Y.each_row() - fit.b, beta = arma::diagmat(shrunk) * (Z_.t() * centred);
  fit.alpha = T_ * beta;
  const arma::vec own = arma::square(Z_) * shrunk;  // of the sample's own target
  const arma::mat residuals = centred - Z_ * beta;
  fit.left_out = Y - arma::diagmat(1 / (1 - own)) * residuals;
  return fit;
}

}  // namespace hashlab::hashers
