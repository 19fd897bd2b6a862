#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/registry.h"

namespace hashlab::hashers::projections {
namespace {

/// The principal axes of the training samples ("PCA hashing", thesis section 2.6.2).
class Pca final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"pca", 1, "Wang, Kumar & Chang, CVPR 2010 (PCAH)", "axes of largest variance",
            "O(d n min(d, n))"};
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  bool fewer_are_first() const override { return true; }

  double work(const WorkSizes& s) const override { return principal_axes_work(s.n, s.d); }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng&,
                                         const Observer&) const override {
    return linear_projector(principal_axes(data.X, dims));
  }
};

}  // namespace

std::unique_ptr<Projection> pca() {
  return std::make_unique<Pca>();
}

}  // namespace hashlab::hashers::projections
