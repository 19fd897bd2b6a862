#include "hashers/networks/torch/loss.h"

#include <map>

namespace hashlab::hashers::networks {
namespace {

/// Of each of the batch's classes with two samples or more, the first two: anchor a_i, positive
/// p_i, P pairs.
///
///   (1 / P) sum_i log(1 + sum_{j != i} exp(a_i.p_j - a_i.p_i)) + l (mean |a|^2 + mean |p|^2) / 2
class NPair final : public Loss {
 public:
  explicit NPair(const LossSettings& settings)
      : unit_(is(settings, "unit", "yes")), l_(number(settings, "length")) {}

  Tensor value(const LossBatch& batch) override {
    std::map<std::int64_t, std::int64_t> first;  // of a class without its second yet
    std::map<std::int64_t, bool> paired;
    std::vector<std::int64_t> anchors, positives;
    for (std::int64_t b = 0; b < batch.size(); ++b) {
      const std::int64_t c = batch.class_list[static_cast<std::size_t>(b)];
      if (paired[c]) continue;
      const auto [at, is_new] = first.emplace(c, b);
      if (is_new) continue;
      paired[c] = true;
      anchors.push_back(at->second);
      positives.push_back(b);
    }
    if (anchors.empty()) return batch.u.sum() * 0;
    const Tensor z = unit_ ? unit_rows(batch.u) : batch.u;
    const Tensor a = z.index_select(0, indices(anchors, z));
    const Tensor p = z.index_select(0, indices(positives, z));
    const Tensor log_p = a.matmul(p.t()).log_softmax(1);
    return -log_p.diagonal().mean() +
           l_ * (a.square().sum(1).mean() + p.square().sum(1).mean()) / 2;
  }

 private:
  bool unit_;
  double l_;
};

}  // namespace

std::unique_ptr<Loss> n_pair(const LossSettings& settings, const LossTask&) {
  return std::make_unique<NPair>(settings);
}

}  // namespace hashlab::hashers::networks
