#include "hashers/networks/torch/loss.h"

#include <cmath>

namespace hashlab::hashers::networks {
namespace {

/// Cross entropy of s cos(theta_c), x and w_c of length 1, but of the true class s cos(theta + m);
/// where theta + m > pi, which cosines could not order, s (cos theta - m sin m), as in the authors'
/// code.
class ArcFace final : public Loss {
 public:
  ArcFace(const LossSettings& settings, const LossTask& task)
      : s_(number(settings, "scale")),
        m_(number(settings, "margin")),
        W_(drawn_weights(task, "classifier", task.C(), task.K())) {}

  Tensor value(const LossBatch& batch) override {
    constexpr double least = 1e-12;  // below the root, whose derivative is infinite at 0
    const Tensor cosines = unit_rows(batch.u).matmul(unit_rows(W_).t());
    const Tensor at = batch.class_of.unsqueeze(1);
    const Tensor c = cosines.gather(1, at);
    const Tensor added = c * std::cos(m_) - (1 - c.square()).clamp_min(least).sqrt() * std::sin(m_);
    const Tensor own = torch::where(c.lt(-std::cos(m_)), c - m_ * std::sin(m_), added);
    return torch::nll_loss((s_ * cosines.scatter(1, at, own)).log_softmax(1), batch.class_of);
  }

  Tensors learned() override { return {{"classifier", W_}}; }

 private:
  double s_, m_;
  Tensor W_;
};

}  // namespace

std::unique_ptr<Loss> arcface(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<ArcFace>(settings, task);
}

}  // namespace hashlab::hashers::networks
