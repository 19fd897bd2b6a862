#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// Cross entropy of x.w_c / sigma, x and w_c of length 1; or of u.w_c + b_c.
class Softmax final : public Loss {
 public:
  Softmax(const LossSettings& settings, const LossTask& task)
      : unit_(is(settings, "unit", "yes")),
        sigma_(number(settings, "sigma")),
        W_(drawn_weights(task, "classifier", task.C(), task.K())),
        b_(torch::zeros({task.C()}, W_.options()).requires_grad_(true)) {}

  Tensor value(const LossBatch& batch) override {
    const Tensor logits = unit_ ? unit_rows(batch.u).matmul(unit_rows(W_).t()) / sigma_
                                : torch::addmm(b_, batch.u, W_.t());
    return torch::nll_loss(logits.log_softmax(1), batch.class_of);
  }

  Tensors learned() override {
    if (unit_) return {{"classifier", W_}};
    return {{"classifier", W_}, {"classifier.bias", b_}};
  }

 private:
  bool unit_;
  double sigma_;
  Tensor W_, b_;
};

}  // namespace

std::unique_ptr<Loss> softmax(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<Softmax>(settings, task);
}

}  // namespace hashlab::hashers::networks
