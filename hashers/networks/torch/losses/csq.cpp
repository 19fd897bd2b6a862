#include "hashers/networks/class_centres.h"
#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// Binary cross entropy of (tanh(u) + 1) / 2 to the centre's bits (c + 1) / 2, which is
/// log(1 + exp(-2 u c)), + lambda (|tanh u| - 1)^2; means over samples and bits. A sample with
/// several classes has the sign of the sum of their centres.
class Csq final : public Loss {
 public:
  Csq(const LossSettings& settings, const LossTask& task) : lambda_(number(settings, "penalty")) {
    const ClassCentres centres =
        class_centres(static_cast<std::size_t>(task.C()), task.outputs, task.rng);
    Rng stream = task.rng.stream("centres.ties");
    arma::mat ties(task.outputs, 1);
    for (double& sign : ties) sign = stream.below(2) == 0 ? -1 : 1;
    centres_ = tensor_of(arma::conv_to<arma::mat>::from(centres.signs)).to(task.classes.device());
    ties_ = tensor_of(ties).to(task.classes.device());
  }

  Tensor value(const LossBatch& batch) override {
    const auto precision = batch.u.scalar_type();
    const Tensor sum = batch.classes.to(torch::kDouble).matmul(centres_);
    const Tensor c = torch::where(sum.eq(0), ties_.expand_as(sum), sum.sign()).to(precision);
    return log_1_plus_exp(-2 * batch.u * c).mean() +
           lambda_ * (batch.u.tanh().abs() - 1).square().mean();
  }

  Tensors kept() override { return {{"centres", centres_}}; }

 private:
  double lambda_;
  Tensor centres_, ties_;  // C x K, 1 x K
};

}  // namespace

std::unique_ptr<Loss> csq(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<Csq>(settings, task);
}

}  // namespace hashlab::hashers::networks
