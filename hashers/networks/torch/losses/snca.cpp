#include "hashers/networks/torch/loss.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hashlab::hashers::networks {
namespace {

/// Rows of the memory that are compared at once: with those of a batch they stay in the cache.
constexpr std::int64_t piece = 2048;

/// The memory: n rows of length 1, those of a class together, so that sums over a class are over
/// rows next to each other.
struct Memory {
  Tensor M;                            ///< n x K
  std::vector<std::int64_t> place;     ///< of each sample, its row of M
  std::vector<std::int64_t> first_of;  ///< of each class, its first row; and n
};

/// The samples of a batch that are queries: those of a class together.
struct Asking {
  std::vector<std::int64_t> place;     ///< of each, its own row of the memory
  std::vector<std::int64_t> classes;   ///< those that occur, ascending
  std::vector<std::int64_t> first_of;  ///< of each of them, its first sample; and B
};

/// With v of length 1, and M_k in place of v_k for k != i (equations 4 and 7 of the paper):
///
///   Z = sum_{k != i} exp(v.M_k / sigma),   P = sum_{k of i's class, k != i} exp(v.M_k / sigma)
///   J_i = -log(P / Z),   loss = (1 / B) sum of J_i over samples with P > 0
///
/// With a margin P / e^(margin / sigma) takes the place of P, in Z too. The derivative is that by v
/// alone,
///
///   dJ_i/dv = (1 / sigma) (sum_k p_ik M_k - sum_{k of the class} p_ik M_k / p_i)
///
/// so that both sums are collected in the one pass over the memory that P and Z take:
/// exp(s / sigma) is at most exp(1 / sigma) and need not wait for the greatest of a row.
/// Cost: two products B x n x K, and B x n exponentials.
class MemoryNca : public torch::autograd::Function<MemoryNca> {
 public:
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& v,
                        const Asking* asking, const Memory* memory, double sigma, double margin) {
    const Tensor& M = memory->M;
    const std::int64_t B = v.size(0), n = M.size(0);
    Tensor Z = torch::zeros({B, 1}, v.options()), P = torch::zeros({B, 1}, v.options());
    Tensor ZM = torch::zeros_like(v), PM = torch::zeros_like(v);  // sums of e_k M_k
    Tensor e = torch::empty({B, std::min(piece, n)}, v.options());
    for (std::int64_t first = 0; first < n; first += piece) {
      const std::int64_t count = std::min(piece, n - first);
      const Tensor M_k = M.narrow(0, first, count);
      Tensor e_k = e.narrow(1, 0, count);
      at::mm_out(e_k, v, M_k.t());
      e_k.sub_(1).mul_(1 / sigma).exp_();
      for (std::int64_t b = 0; b < B; ++b) {  // p_ii = 0
        const std::int64_t own = asking->place[static_cast<std::size_t>(b)] - first;
        if (own >= 0 && own < count) e_k.select(0, b).narrow(0, own, 1).zero_();
      }
      Z.add_(e_k.sum(1, true));
      ZM.addmm_(e_k, M_k);
      for (std::size_t k = 0; k < asking->classes.size(); ++k) {
        const auto c = static_cast<std::size_t>(asking->classes[k]);
        const std::int64_t from = std::max(first, memory->first_of[c]);
        const std::int64_t to = std::min(first + count, memory->first_of[c + 1]);
        if (from >= to) continue;
        const std::int64_t b = asking->first_of[k], own = asking->first_of[k + 1] - b;
        const Tensor e_own = e_k.narrow(0, b, own).narrow(1, from - first, to - from);
        P.narrow(0, b, own).add_(e_own.sum(1, true));
        PM.narrow(0, b, own).addmm_(e_own, M.narrow(0, from, to - from));
      }
    }
    const Tensor counted = P.gt(0);
    const double less = std::exp(-margin / sigma);
    const Tensor Z_m = Z - P * (1 - less);
    const Tensor J = -(P * less / Z_m).log();
    const Tensor by_v = (ZM - PM * (1 - less)) / Z_m - PM / P;
    const double each = 1 / static_cast<double>(B);
    context->save_for_backward({by_v.masked_fill(counted.logical_not(), 0).mul_(each / sigma)});
    return J.masked_fill(counted.logical_not(), 0).sum() * each;
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               const torch::autograd::tensor_list& outer) {
    const Tensor none;
    return {context->get_saved_variables()[0] * outer[0], none, none, none, none};
  }
};

class Snca final : public Loss {
 public:
  Snca(const LossSettings& settings, const LossTask& task)
      : sigma_(number(settings, "sigma")),
        m_(number(settings, "memory")),
        rising_(is(settings, "memory-schedule", "rising")),
        margin_(number(settings, "margin")) {
    const auto n = static_cast<std::size_t>(task.n());
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return task.class_of[a] < task.class_of[b];
    });
    memory_.place.resize(n);
    memory_.first_of.assign(static_cast<std::size_t>(task.C()) + 1, task.n());
    for (std::size_t k = n; k-- > 0;) {
      memory_.place[order[k]] = static_cast<std::int64_t>(k);
      memory_.first_of[task.class_of[order[k]]] = static_cast<std::int64_t>(k);
    }
    for (std::size_t c = memory_.first_of.size() - 1; c-- > 0;) {  // classes without samples
      memory_.first_of[c] = std::min(memory_.first_of[c], memory_.first_of[c + 1]);
    }
    // As published: uniform in +-1 / sqrt(K / 3), lengths are 1 only on average.
    memory_.M = drawn_weights(task, "memory", task.n(), task.K()).detach().mul_(std::sqrt(3.0));
  }

  Tensor value(const LossBatch& batch) override {
    v_ = unit_rows(batch.u);
    const auto B = static_cast<std::size_t>(batch.size());
    std::vector<std::int64_t> order(B);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return class_of(batch, a) < class_of(batch, b);
    });
    Asking asking;
    for (std::size_t b = 0; b < B; ++b) {
      const std::int64_t c = class_of(batch, order[b]);
      if (asking.classes.empty() || asking.classes.back() != c) {
        asking.classes.push_back(c);
        asking.first_of.push_back(static_cast<std::int64_t>(b));
      }
      asking.place.push_back(place(batch, order[b]));
    }
    asking.first_of.push_back(batch.size());
    const Tensor sorted = v_.index_select(0, indices(order, v_));
    return MemoryNca::apply(sorted, static_cast<const Asking*>(&asking),
                            static_cast<const Memory*>(&memory_), sigma_, margin_);
  }

  /// M_i = m M_i + (1 - m) v_i, divided by its length (equation 6), v_i of before the step.
  void after_step(const LossBatch& batch) override {
    const torch::NoGradGuard no_gradient;
    const double m = momentum(batch.done);
    std::vector<std::int64_t> places;
    for (std::int64_t b = 0; b < batch.size(); ++b) places.push_back(place(batch, b));
    const Tensor at = indices(places, v_);
    const Tensor updated = memory_.M.index_select(0, at) * m + v_.detach() * (1 - m);
    memory_.M.index_copy_(0, at, unit_rows(updated));
  }

  Tensors kept() override { return {{"memory", memory_.M}}; }

 private:
  static std::int64_t class_of(const LossBatch& batch, std::int64_t b) {
    return batch.class_list[static_cast<std::size_t>(b)];
  }
  std::int64_t place(const LossBatch& batch, std::int64_t b) const {
    return memory_.place[batch.row_list[static_cast<std::size_t>(b)]];
  }

  double momentum(double done) const {
    if (!rising_ || done < .4) return m_;
    return std::max(m_, done < .6 ? .8 : .9);
  }

  double sigma_, m_;
  bool rising_;
  double margin_;
  Memory memory_;
  Tensor v_;  // of the last value()
};

}  // namespace

std::unique_ptr<Loss> snca(const LossSettings& settings, const LossTask& task) {
  return std::make_unique<Snca>(settings, task);
}

}  // namespace hashlab::hashers::networks
