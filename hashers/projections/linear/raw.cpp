#include "hashers/projections/parts/linear_projection.h"
#include "hashers/registry.h"
#include "lib/error.h"

namespace hashlab::hashers::projections {
namespace {

/// The features as they are, less their mean.
class Raw final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"raw", 1, "no paper: the features", "the features as they are", "O(d)"};
  }

  std::size_t max_dimensions(std::size_t d, std::size_t) const override { return d; }
  bool fewer_are_first() const override { return true; }
  double work(const WorkSizes&) const override { return 0; }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng&,
                                         const Observer&) const override {
    if (!data.X.is_finite()) {
      throw Error(ErrorCode::numerical, "raw: a feature of the training samples is not finite");
    }
    return linear_projector(arma::mat(data.X.n_rows, dims, arma::fill::eye));
  }
};

}  // namespace

std::unique_ptr<Projection> raw() {
  return std::make_unique<Raw>();
}

}  // namespace hashlab::hashers::projections
