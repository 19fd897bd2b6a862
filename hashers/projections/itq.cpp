#include "hashers/projections/itq_rotation.h"
#include "hashers/projections/linear.h"
#include "hashers/projections/principal_axes.h"
#include "hashers/registry.h"
#include "lib/error.h"

namespace hashlab {
namespace {

arma::mat sign_codes(const arma::mat& Y) {
  arma::mat B = Y;
  for (double& b : B) b = b > 0 ? 1 : -1;
  return B;
}

void svd(arma::mat& U, arma::vec& s, arma::mat& V, const arma::mat& M) {
  if (!M.is_finite() || !arma::svd(U, s, V, M)) {
    throw Error(ErrorCode::numerical, "itq: a singular value decomposition did not converge");
  }
}

/// Uniformly random orthogonal start: the left singular vectors of a normal matrix.
arma::mat random_rotation(std::size_t k, Rng rng) {
  arma::mat G(k, k), U, V;
  arma::vec s;
  for (double& g : G) g = rng.normal();
  svd(U, s, V, G);
  return U;
}

/// Principal axes turned by the rotation that brings the training samples nearest to the corners
/// of a hypercube.
class Itq final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"itq", 1, "Gong & Lazebnik, CVPR 2011",
            "principal axes, rotated to lose least in sign()",
            "O(d n min(d, n) + iterations n K^2)"};
  }

  void describe(Options& options) override {
    options.count("iterations", iterations_, 1, 100000,
                  "rotation updates; 100 in the thesis author's code, 50 in the paper");
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer&) const override {
    const arma::mat W = principal_axes(data.X, dims);
    const arma::mat V = arma::conv_to<arma::mat>::from(data.X).t() * W;
    arma::mat R = random_rotation(dims, rng.stream("itq.rotation"));
    for (std::size_t m = 0; m < iterations_; ++m) R = update_rotation(V, R);
    return linear_projector(W * R);
  }

 private:
  std::size_t iterations_ = 100;
};

}  // namespace

arma::mat update_rotation(const arma::mat& V, const arma::mat& R) {
  arma::mat S, Shat;
  arma::vec Omega;
  svd(S, Omega, Shat, sign_codes(V * R).t() * V);
  return Shat * S.t();
}

double quantisation_loss(const arma::mat& V, const arma::mat& R) {
  const arma::mat Y = V * R;
  return arma::accu(arma::square(sign_codes(Y) - Y));
}

namespace projections {
std::unique_ptr<Projection> itq() {
  return std::make_unique<Itq>();
}
}  // namespace projections

}  // namespace hashlab
