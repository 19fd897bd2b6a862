#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// b = sign u, whose derivative is taken to be 1.
class SignPassedThrough : public torch::autograd::Function<SignPassedThrough> {
 public:
  static Tensor forward(torch::autograd::AutogradContext*, const Tensor& u) {
    return u.ge(0).to(u.scalar_type()) * 2 - 1;
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext*,
                                               const torch::autograd::tensor_list& outer) {
    return {outer[0]};
  }
};

/// Cross entropy of W b + alpha mean | |u| - 1 |^3.
class GreedyHash final : public Loss {
 public:
  GreedyHash(const LossSettings& settings, const LossTask& task)
      : alpha_(number(settings, "penalty")),
        W_(drawn_weights(task, "classifier", task.C(), task.K())) {}

  Tensor value(const LossBatch& batch) override {
    const Tensor b = SignPassedThrough::apply(batch.u);
    const Tensor penalty = (batch.u.abs() - 1).abs().pow(3).mean();
    return torch::nll_loss(b.matmul(W_.t()).log_softmax(1), batch.class_of) + alpha_ * penalty;
  }

  Tensors learned() override { return {{"classifier", W_}}; }

 private:
  double alpha_;
  Tensor W_;
};

}  // namespace

std::unique_ptr<Loss> greedyhash(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<GreedyHash>(settings, task);
}

}  // namespace hashlab::hashers::networks
