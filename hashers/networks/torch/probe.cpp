#include "hashers/networks/torch/probe.h"

#include "hashers/networks/torch/loss.h"
#include "hashers/networks/torch/network.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace hashlab::hashers::networks {
namespace {

arma::mat columns_of(const Tensor& rows) {
  const Tensor values = rows.detach().to(torch::kDouble).contiguous();
  const auto n = static_cast<arma::uword>(values.dim() > 1 ? values.size(0) : 1);
  return arma::mat(values.data_ptr<double>(), static_cast<arma::uword>(values.numel()) / n, n);
}

/// A loss and the batch that it is asked for.
struct Prepared {
  std::unique_ptr<Loss> loss;
  LossBatch batch;

  explicit Prepared(const LossProbe& probe) {
    const arma::uword n = probe.u.n_cols;
    arma::mat classes = probe.classes;
    if (classes.is_empty()) {
      classes.zeros(*std::max_element(probe.class_of.begin(), probe.class_of.end()) + 1, n);
      for (arma::uword i = 0; i < n; ++i) classes(probe.class_of[i], i) = 1;
    }
    loss = make_loss(probe.loss, {probe.u.n_rows, tensor_of(classes), probe.class_of, Rng(1)});
    for (Tensors arrays : {loss->learned(), loss->kept()}) {
      for (auto& [name, tensor] : arrays) {
        const auto given = probe.given.find(name);
        if (given == probe.given.end()) continue;
        const torch::NoGradGuard no_gradient;
        tensor.copy_(tensor_of(given->second).view_as(tensor));
      }
    }
    std::vector<std::uint32_t> asked = probe.asked;
    if (asked.empty()) {
      asked.resize(n);
      std::iota(asked.begin(), asked.end(), 0u);
    }
    batch.row_list = asked;
    batch.rows = tensor_of(asked);
    batch.u = tensor_of(probe.u).index_select(0, batch.rows).requires_grad_(true);
    batch.classes = tensor_of(classes).index_select(0, batch.rows);
    if (!probe.class_of.empty()) {
      for (const std::uint32_t i : asked) batch.class_list.push_back(probe.class_of[i]);
      batch.class_of = tensor_of(batch.class_list);
    }
    batch.done = probe.done;
    batch.step = probe.step;
  }
};

}  // namespace

Probed probe_loss(const LossProbe& probe) {
  use_one_torch_thread();
  Prepared prepared(probe);
  const Tensor value = prepared.loss->value(prepared.batch);
  value.backward();
  return {value.item<double>(), columns_of(prepared.batch.u.grad())};
}

ProjectorState loss_arrays_after(const LossProbe& probe) {
  use_one_torch_thread();
  Prepared prepared(probe);
  prepared.loss->value(prepared.batch);
  prepared.loss->after_step(prepared.batch);
  ProjectorState state;
  for (const auto& [name, tensor] : prepared.loss->kept()) state[name] = columns_of(tensor);
  return state;
}

arma::mat probe_outputs(const NetworkSettings& settings, const ProjectorState& arrays,
                        const arma::mat& X, std::size_t outputs) {
  use_one_torch_thread();
  Tensors tensors =
      tensors_of(network_arrays(settings, X.n_rows, outputs), arrays, torch::kDouble, false);
  return columns_of(outputs_of(settings, tensors, tensor_of(X), false));
}

ProjectorState probe_gradients(const NetworkSettings& settings, const ProjectorState& arrays,
                               const arma::mat& X, const arma::mat& weights) {
  use_one_torch_thread();
  const std::vector<NetworkArray> all = network_arrays(settings, X.n_rows, weights.n_rows);
  Tensors tensors = tensors_of(all, arrays, torch::kDouble, true);
  (outputs_of(settings, tensors, tensor_of(X), false) * tensor_of(weights)).sum().backward();
  Tensors gradients;
  for (const NetworkArray& array : all) {
    const Tensor& gradient = tensors.at(array.name).grad();
    gradients[array.name] =
        gradient.defined() ? gradient : torch::zeros_like(tensors.at(array.name));
  }
  return state_of(all, gradients);
}

}  // namespace hashlab::hashers::networks
