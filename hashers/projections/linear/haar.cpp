#include "hashers/projections/parts/linear_projection.h"
#include "hashers/registry.h"
#include "hashers/vectors/parts/coded_part.h"
#include "lib/error.h"

#include <algorithm>
#include <limits>

namespace hashlab::hashers::projections {
namespace {

/// A uniformly random rotation. With fewer dimensions than features it is cut to the first ones;
/// with more, features are padded with zeros before they are rotated, which gives longer codes.
class Haar final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"haar", 1, "Mezzadri, Notices of the AMS 54, 2007; Gao & Long, SIGMOD 2024",
            "a random rotation", "O(max(d, K)^3)"};
  }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double k = std::max(s.d, s.K);
    return step_work(k * k * k);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer&) const override {
    if (!data.X.is_finite()) {
      throw Error(ErrorCode::numerical, "haar: a feature of the training samples is not finite");
    }
    const std::size_t d = data.X.n_rows;
    const arma::mat P = haar_matrix(std::max(d, dims), rng.stream("haar.rotation"));
    return linear_projector(P.submat(0, 0, d - 1, dims - 1));
  }
};

}  // namespace

std::unique_ptr<Projection> haar() {
  return std::make_unique<Haar>();
}

}  // namespace hashlab::hashers::projections
