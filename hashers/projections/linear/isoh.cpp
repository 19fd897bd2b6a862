#include "hashers/projections/linear/isoh.h"

#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <algorithm>
#include <string>

namespace hashlab::hashers {
namespace {

arma::mat rotated(const arma::vec& lambda, const arma::mat& Q) {
  return Q.t() * arma::diagmat(lambda) * Q;
}

double anisotropy_of(const arma::mat& Z) {
  return arma::accu(arma::square(Z.diag() - 1)) / 2;
}

}  // namespace

double anisotropy(const arma::vec& lambda, const arma::mat& Q) {
  return anisotropy_of(rotated(lambda, Q));
}

arma::mat lift_and_project(const arma::vec& lambda, const arma::mat& Q) {
  arma::mat T = rotated(lambda, Q);
  T.diag().ones();
  arma::vec values;
  arma::mat vectors;
  if (!T.is_finite() || !arma::eig_sym(values, vectors, arma::symmatu(T))) {
    throw Error(ErrorCode::numerical, "isoh: the eigenvectors of a lift could not be computed");
  }
  // T = Q'^T D Q' with D in the order of lambda (Hoffman & Wielandt): eig_sym's is ascending.
  return arma::fliplr(vectors).t();
}

arma::mat follow_gradient(const arma::vec& lambda, const arma::mat& Q, double& t) {
  constexpr int max_halvings = 60;
  const arma::mat Z = rotated(lambda, Q);
  const arma::mat alpha = arma::diagmat(Z.diag() - 1);
  const arma::mat Omega = alpha * Z - Z * alpha;  // skew
  const double before = anisotropy_of(Z), slope = arma::accu(arma::square(Omega));
  const arma::mat I = arma::eye(arma::size(Z));
  for (int halving = 0; halving < max_halvings; ++halving, t /= 2) {
    const arma::mat A = t / 2 * Omega;
    arma::mat step;
    if (!arma::solve(step, I - A, I + A)) continue;
    const arma::mat next = Q * step;
    if (anisotropy(lambda, next) > before - t * slope / 4) continue;
    t *= 1.5;
    return next;
  }
  return Q;
}

namespace {

constexpr double tolerance = 1e-6;

/// Principal axes rotated until every dimension has the same variance, so that no bit is worth more
/// than another. Starts from a random rotation.
class IsoH final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"isoh",
            1,
            "Kong & Li, NIPS 2012",
            "principal axes, rotated to equal variances",
            "O(d n min(d, n) + iterations K^3)",
            "IsoH"};
  }

  void describe(Options& options) override {
    options.choice("flow", flow_, {"lp", "gf"}, "lp: lift and projection; gf: gradient flow");
    options.count("iterations", iterations_, 1, 1000000,
                  "maximum number of iterations; training ends when every variance is within 1e-6 "
                  "of their mean; the authors' code has 100, which is too few for some spectra");
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  double work(const WorkSizes& s) const override {
    // It ends when variances are equal: after a hundred iterations or so.
    return principal_axes_work(s.n, s.d) +
           std::min(100.0, static_cast<double>(iterations_)) * 4 * eigen_work(s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    const arma::mat W = principal_axes(data.X, dims);
    const arma::mat Q = random_rotation(dims, rng.stream("isoh.rotation"));
    const arma::mat V = arma::conv_to<arma::mat>::from(data.X).t() * W;
    // Largest first, as principal_axes has them; equal ones may come in either order.
    arma::vec lambda = arma::sort(arma::vec(arma::var(V, 1, 0).t()), "descend");
    if (!lambda.is_finite()) {
      throw Error(ErrorCode::numerical, "isoh: the variances of the samples are not finite");
    }
    const double mean = arma::mean(lambda);
    if (mean == 0) return linear_projector(W * Q);  // samples all alike have equal variances
    return linear_projector(W * isotropic(lambda / mean, Q, observer));
  }

 private:
  arma::mat isotropic(const arma::vec& lambda, arma::mat Q, const Observer& observer) const {
    double t = 1;
    for (std::size_t m = 0; m < iterations_; ++m) {
      if (arma::abs(rotated(lambda, Q).diag() - 1).max() <= tolerance) break;
      Q = flow_ == "lp" ? lift_and_project(lambda, Q) : follow_gradient(lambda, Q, t);
      observer.tell("isoh: rotation", m + 1, iterations_);
    }
    return Q;
  }

  std::string flow_ = "lp";
  std::size_t iterations_ = 10000;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> isoh() {
  return std::make_unique<IsoH>();
}
}  // namespace projections

}  // namespace hashlab::hashers
