#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/principal_axes.h"
#include "hashers/projections/parts/random_rotation.h"
#include "hashers/registry.h"

namespace hashlab::hashers::projections {
namespace {

/// Principal axes rotated at random: on average every dimension has the same variance, which is all
/// that ITQ starts from.
class PcaRr final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"pca-rr", 1, "Jegou, Douze, Schmid & Perez, CVPR 2010; Gong & Lazebnik, CVPR 2011",
            "principal axes, rotated at random", "O(d n min(d, n))"};
  }

  std::size_t max_dimensions(std::size_t d, std::size_t n) const override {
    return max_principal_axes(d, n);
  }

  double work(const WorkSizes& s) const override { return principal_axes_work(s.n, s.d); }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer&) const override {
    return linear_projector(principal_axes(data.X, dims) *
                            random_rotation(dims, rng.stream("pca-rr.rotation")));
  }
};

}  // namespace

std::unique_ptr<Projection> pca_rr() {
  return std::make_unique<PcaRr>();
}

}  // namespace hashlab::hashers::projections
