#include "hashers/content.h"
#include "hashers/projections/parts/cca.h"
#include "hashers/projections/parts/itq_rotation.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace hashlab::hashers::projections {
namespace {

/// ITQ's rotation of the directions that correlate best with the classes. C classes have C - 1 of
/// them: any dimensions beyond have lambda = 0, so K > C - 1 bits are K rotated views of C - 1
/// coordinates (`scaled`), or are filled with directions that know nothing of classes (not
/// `scaled`).
class ItqCca final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"itq-cca", 2, "Gong & Lazebnik, CVPR 2011, section 3",
            "directions that correlate with classes, rotated to minimise the quantisation error of "
            "the signs",
            "O(d n min(d, n) + d^3 + iterations n K^2)"};
  }

  void describe(Options& options) override {
    options.scaled("ridge", ridge_, "variance", 1e-12, 1e12,
                   "added to the diagonals of the covariances of features and of classes, so "
                   "suitable values grow with the square of the features' unit; 1e-4 in the thesis "
                   "author's code; choose it by validation: 1e-3 is far better on GIST, and 6500 "
                   "on pixels of 0 to 255; variance: the mean variance of a feature");
    options.count("iterations", iterations_, 1, 100000,
                  "rotation updates; 100 in the thesis author's code");
    options.flag("scaled", scaled_,
                 "multiply each direction by its canonical correlation before the rotation, as in "
                 "the authors' code");
  }

  std::string grid() const override {
    return "ridge=0.1*variance,0.3*variance,variance,3*variance,10*variance";
  }

  std::size_t max_dimensions(std::size_t d, std::size_t) const override { return d; }

  Supervision supervision() const override { return Supervision::labels; }

  double work(const WorkSizes& s) const override {
    return 4 * product_work(s.d, s.n, s.d) + eigen_work(s.d) +
           rotation_work(s.n, s.K, static_cast<double>(iterations_));
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_labels(data, "itq-cca");
    const arma::mat Y = class_indicators(data.labels);
    if (Y.n_cols < 2) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("itq-cca: classes of the training samples: {}, expected at least 2: use "
                      "more training samples or an unsupervised projection",
                      Y.n_cols));
    }
    CanonicalDirections cca = canonical_directions(*kept_basis(data, Y), dims);
    if (scaled_) cca.W.each_row() %= cca.lambda.t();
    const arma::mat V = arma::conv_to<arma::mat>::from(data.X).t() * cca.W;
    return linear_projector(cca.W * learn_rotation(V, iterations_, rng.stream("itq-cca.rotation"),
                                                   "itq-cca: rotation", observer));
  }

 private:
  /// The same for all code lengths, and for all methods that start from here.
  std::shared_ptr<const CanonicalBasis> kept_basis(const TrainingSet& data,
                                                   const arma::mat& Y) const {
    const double ridge = ridge_.in([&] { return mean_variance(data.X); });
    const std::string key =
        fmt::format("canonical basis, ridge={} of {} classes {}", ridge, content_of(data.X),
                    content_of(arma::conv_to<arma::fmat>::from(Y)));
    return reused<CanonicalBasis>(
        data.reuse, key, [&] { return canonical_basis(data.X, Y, ridge); },
        [&](const CanonicalBasis& basis) {
          return (basis.T.n_elem + basis.U.n_elem + basis.lambda.n_elem) * sizeof(double) +
                 key.size();
        });
  }

  Scaled ridge_{1e-4, false};
  std::size_t iterations_ = 100;
  bool scaled_ = true;
};

}  // namespace

std::unique_ptr<Projection> itq_cca() {
  return std::make_unique<ItqCca>();
}

}  // namespace hashlab::hashers::projections
