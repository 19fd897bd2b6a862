#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/two_view_cca.h"
#include "hashers/registry.h"

#include <limits>

namespace hashlab::hashers {
namespace {

/// Cross-view hashing where a sample's neighbour is its own other view: the directions of canonical
/// correlation analysis. There are no more of these than features of the smaller view. What fills
/// further bits in published programs is noise, and with every such bit retrieval gets worse.
class Cvh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"cvh", 3, "Kumar & Udupa, IJCAI 2011",
            "directions of the two views that correlate most", "O(n d^2 + d^3)"};
  }

  void describe(Options& options) override {
    options.scaled("ridge", ridge_, "auto", 1e-12, 1e12,
                   "added to the diagonals of the views' scatter matrices, which are sums over the "
                   "samples; auto: the mean squared length of a view's centred samples, our "
                   "choice, which suits features of any scale and more features than samples");
    options.choice(
        "beyond-rank", beyond_rank_, {"rotated", "null"},
        "directions if there are more bits than correlated directions; rotated: the correlated "
        "ones, rotated by one random matrix; null: also directions of correlation 0, as in "
        "published programs, with which the mAP on Wiki at 64 bits is 0.05 lower");
  }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer&) const override {
    const auto cca = two_view_cca(data, ridge_, "cvh");
    const DirectionPairs found = beyond_rank_ == "rotated"
                                     ? spread_pairs(cca->pairs, dims, rng.stream("cvh.rotation"))
                                     : completed_pairs(cca->pairs, dims, rng.stream("cvh.null"));
    return projectors_on(found, *cca);
  }

 private:
  Scaled ridge_;
  std::string beyond_rank_ = "rotated";
};

}  // namespace

namespace cross_modal {
std::unique_ptr<CrossModal> cvh() {
  return std::make_unique<Cvh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
