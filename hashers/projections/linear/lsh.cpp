#include "hashers/projections/parts/linear_projection.h"
#include "hashers/registry.h"

#include <limits>

namespace hashlab::hashers::projections {
namespace {

/// Random hyperplanes through the mean: the share of bits in which two samples differ estimates
/// the angle between them, P(bits differ) = angle / pi (Charikar, STOC 2002, section 3).
class Lsh final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"lsh", 1, "Charikar, STOC 2002", "random hyperplanes, without training", "O(d K)"};
  }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool fewer_are_first() const override { return true; }

  double work(const WorkSizes& s) const override { return step_work(50 * s.d * s.K); }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer&) const override {
    arma::mat W(data.X.n_rows, dims);
    Rng draw = rng.stream("lsh.hyperplanes");
    for (double& w : W) w = draw.normal();  // column by column: fewer dimensions are a prefix
    return linear_projector(W);
  }
};

}  // namespace

std::unique_ptr<Projection> lsh() {
  return std::make_unique<Lsh>();
}

}  // namespace hashlab::hashers::projections
