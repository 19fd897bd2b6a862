#include "hashers/networks/torch/loss.h"

#include <algorithm>

namespace hashlab::hashers::networks {
namespace {

constexpr std::int64_t block = 64;  // rows of p that are there at once, few enough for the cache

/// L = -(1 / n) sum_i log p_i over the samples that have others of their class, where
///
///   p_ij = exp(-t |z_i - z_j|^2) / sum_{k != i} exp(-t |z_i - z_k|^2),   p_ii = 0
///   p_i  = sum_{j of i's class} p_ij
///
/// A sample without others of its class has p_i = 0 whatever the outputs are, so it adds nothing,
/// but it counts in n, as in scalable NCA: J = (1 / n) sum_i J_i over all samples.
///
/// In closed form, a block of rows at a time, as autograd would keep n x n numbers several times
/// over: with G_ij = (p_ij - q_ij) / n, q_ij = p_ij / p_i in the class and else 0, the derivative
/// by the exponents,
///
///   dL/dz = -2 t (diag((G + G') 1) z - (G + G') z)
///
/// Cost: three products of n x n x K.
class ExactNca : public torch::autograd::Function<ExactNca> {
 public:
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& z,
                        const Tensor& class_of, double t) {
    const std::int64_t n = z.size(0);
    const Tensor lengths = z.square().sum(1);
    Tensor loss = torch::zeros({}, z.options());
    Tensor gradient = torch::zeros_like(z);
    for (std::int64_t first = 0; first < n; first += block) {
      const std::int64_t rows = std::min(block, n - first);
      const Tensor z_i = z.narrow(0, first, rows);
      const Tensor own = class_of.narrow(0, first, rows).unsqueeze(1).eq(class_of.unsqueeze(0));
      Tensor exponents = lengths.narrow(0, first, rows).unsqueeze(1) + lengths.unsqueeze(0);
      exponents.addmm_(z_i, z.t(), 1, -2).clamp_min_(0).mul_(-t);
      own.diagonal(first).fill_(false);
      exponents.diagonal(first).fill_(-std::numeric_limits<double>::infinity());
      const Tensor has_own = own.any(1);
      const Tensor among_own =
          exponents.masked_fill(own.logical_not(), -std::numeric_limits<double>::infinity());
      const Tensor log_own = among_own.logsumexp(1, true), log_all = exponents.logsumexp(1, true);
      const Tensor counted = has_own.unsqueeze(1);
      loss -= (log_own - log_all).masked_fill(counted.logical_not(), 0).sum();
      const Tensor G = ((exponents - log_all).exp() - (among_own - log_own).exp())
                           .masked_fill(counted.logical_not(), 0);
      gradient.narrow(0, first, rows).sub_(G.sum(1, true) * z_i - G.matmul(z));
      gradient.sub_(G.sum(0).unsqueeze(1) * z - G.t().matmul(z_i));
    }
    const double each = 1 / static_cast<double>(n);
    context->save_for_backward({gradient * (2 * t * each)});
    return loss * each;
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               const torch::autograd::tensor_list& outer) {
    return {context->get_saved_variables()[0] * outer[0], Tensor(), Tensor()};
  }
};

class Nca final : public Loss {
 public:
  explicit Nca(const LossSettings& settings)
      : unit_(is(settings, "unit", "yes")), t_(number(settings, "sharpness")) {}

  Tensor value(const LossBatch& batch) override {
    return ExactNca::apply(unit_ ? unit_rows(batch.u) : batch.u, batch.class_of, t_);
  }

 private:
  bool unit_;
  double t_;
};

}  // namespace

std::unique_ptr<Loss> nca(const LossSettings& settings, const LossTask&) {
  return std::make_unique<Nca>(settings);
}

}  // namespace hashlab::hashers::networks
