#include "hashers/projections/parts/itq_rotation.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/registry.h"

namespace hashlab::hashers {
namespace {

/// Principal axes under the rotation that brings the training samples nearest to the corners
/// of a hypercube.
class Itq final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"itq", 1, "Gong & Lazebnik, CVPR 2011",
            "principal axes, rotated to minimise the quantisation error of the signs",
            "O(d n min(d, n) + iterations n K^2)"};
  }

  void describe(Options& options) override {
    options.count("iterations", iterations_, 1, 100000,
                  "rotation updates; 100 in the thesis author's code, 50 in the paper");
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  double work(const WorkSizes& s) const override {
    return principal_axes_work(s.n, s.d) +
           rotation_work(s.n, s.K, static_cast<double>(iterations_));
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    const arma::mat W = principal_axes(data.X, dims);
    const arma::mat V = arma::conv_to<arma::mat>::from(data.X).t() * W;
    return linear_projector(
        W * learn_rotation(V, iterations_, rng.stream("itq.rotation"), "itq: rotation", observer));
  }

 private:
  std::size_t iterations_ = 100;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> itq() {
  return std::make_unique<Itq>();
}
}  // namespace projections

}  // namespace hashlab::hashers
