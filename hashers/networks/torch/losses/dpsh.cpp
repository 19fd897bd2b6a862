#include "hashers/networks/torch/loss.h"

namespace hashlab::hashers::networks {
namespace {

/// Theta_ij = u_i.u_j / 2, b = sign u:
///
///   sum_ij (log(1 + exp(Theta_ij)) - s_ij Theta_ij) + eta sum_i |u_i - b_i|^2
///
/// over i in the batch and j in it or among all samples, whose last outputs are remembered, zeros
/// before the first; the remembered side is a constant. With reduction mean both sums are divided
/// by the number of their terms, so that eta means the same for any B, n and K; the authors' lambda
/// is eta n / K.
class Dpsh final : public Loss {
 public:
  Dpsh(const LossSettings& settings, const LossTask& task)
      : eta_(number(settings, "eta")),
        mean_(is(settings, "reduction", "mean")),
        all_(is(settings, "pairs", "all")),
        classes_(task.classes) {
    if (all_) u_of_all_ = torch::zeros({task.n(), task.K()}, task.classes.options());
  }

  Tensor value(const LossBatch& batch) override {
    const Tensor& u = batch.u;
    Tensor other = u, s = all_ ? Tensor() : batch.similar();
    if (all_) {
      u_of_all_.index_copy_(0, batch.rows, u.detach());
      other = u_of_all_;
      s = batch.classes.matmul(classes_.t()).gt(0).to(u.scalar_type());
    }
    const Tensor theta = u.matmul(other.t()) / 2;
    const Tensor pairs = log_1_plus_exp(theta) - s * theta;
    const Tensor b = u.detach().ge(0).to(u.scalar_type()) * 2 - 1;
    const Tensor quantisation = (u - b).square();
    return mean_ ? pairs.mean() + eta_ * quantisation.mean()
                 : pairs.sum() + eta_ * quantisation.sum();
  }

  Tensors kept() override {
    if (!all_) return {};
    return {{"outputs", u_of_all_}};
  }

 private:
  double eta_;
  bool mean_, all_;
  Tensor classes_, u_of_all_;
};

}  // namespace

std::unique_ptr<Loss> dpsh(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<Dpsh>(settings, task);
}

}  // namespace hashlab::hashers::networks
