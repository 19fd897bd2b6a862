#include "hashers/networks/torch/loss.h"

#include <cmath>

namespace hashlab::hashers::networks {
namespace {

/// h = tanh(beta u), a = sharpness / K:
///
///   mean_ij w_ij (log(1 + exp(a h_i.h_j)) - s_ij a h_i.h_j)
///
/// with w = |S| / |S_1| of similar pairs and |S| / |S_0| of others, or a given weight and 1. beta
/// grows, so that h comes to be the sign that the code has.
class HashNet final : public Loss {
 public:
  HashNet(const LossSettings& settings, const LossTask& task)
      : a_(number(settings, "sharpness") / static_cast<double>(task.outputs)),
        growth_(number(settings, "growth")),
        positives_(number(settings, "positives")) {}

  Tensor value(const LossBatch& batch) override {
    constexpr std::size_t looked_at_every = 200;
    const auto step = static_cast<double>(batch.step / looked_at_every * looked_at_every);
    const Tensor h = (std::sqrt(1 + growth_ * step) * batch.u).tanh();
    const Tensor x = a_ * h.matmul(h.t()), s = batch.similar();
    const Tensor pairs = log_1_plus_exp(x) - s * x;
    const double all = static_cast<double>(s.numel()), similar = s.sum().item<double>();
    double w_1 = positives_, w_0 = 1;
    if (positives_ == 0) {
      w_1 = all / similar;  // each sample is similar to itself
      w_0 = similar < all ? all / (all - similar) : 0;
    }
    return ((w_1 * s + w_0 * (1 - s)) * pairs).mean();
  }

 private:
  double a_, growth_, positives_;
};

}  // namespace

std::unique_ptr<Loss> hashnet(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<HashNet>(settings, task);
}

}  // namespace hashlab::hashers::networks
