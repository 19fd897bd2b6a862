#include "hashers/networks/torch/optimiser.h"

#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include <type_traits>

namespace hashlab::hashers::networks {
namespace {

using torch::optim::AdamOptions;
using torch::optim::AdamParamState;
using torch::optim::SGDOptions;
using torch::optim::SGDParamState;

std::unique_ptr<torch::optim::OptimizerOptions> options_of(const TrainingSettings& settings,
                                                           bool decays) {
  const double decay = decays ? settings.decay : 0;
  if (settings.optimiser == "adam") {
    auto adam = std::make_unique<AdamOptions>(settings.rate);
    adam->weight_decay(decay);
    return adam;
  }
  auto sgd = std::make_unique<SGDOptions>(settings.rate);
  sgd->weight_decay(decay);
  sgd->momentum(settings.momentum);
  sgd->nesterov(settings.nesterov && settings.momentum > 0);
  return sgd;
}

/// What LibTorch knows the memory of a tensor by: text up to 1.13, an address in later versions.
template <typename Key>
Key key_of(const Tensor& tensor) {
  if constexpr (std::is_same_v<Key, std::string>) {
    return c10::guts::to_string(tensor.unsafeGetTensorImpl());
  } else {
    return tensor.unsafeGetTensorImpl();
  }
}

template <typename States>
auto key_in(const States&, const Tensor& tensor) {
  return key_of<typename States::key_type>(tensor);
}

}  // namespace

Optimiser::Optimiser(const TrainingSettings& settings, const std::vector<NetworkArray>& arrays,
                     const Tensors& network, const Tensors& of_loss)
    : is_adam_(settings.optimiser == "adam") {
  std::vector<Tensor> weights, offsets;
  const auto add = [&](std::vector<Tensor>& group, const std::string& name, const Tensor& tensor) {
    group.push_back(tensor);
    learned_.emplace_back(name, tensor);
  };
  for (const NetworkArray& array : arrays) {
    if (array.role == NetworkArray::Role::statistic) continue;
    const bool decays = array.role == NetworkArray::Role::weight;
    add(decays ? weights : offsets, array.name, network.at(array.name));
  }
  for (const auto& [name, tensor] : of_loss) add(weights, "loss." + name, tensor);
  std::vector<torch::optim::OptimizerParamGroup> groups;
  groups.emplace_back(weights, options_of(settings, true));
  if (!offsets.empty()) groups.emplace_back(offsets, options_of(settings, false));
  if (is_adam_) {
    by_ = std::make_unique<torch::optim::Adam>(groups, AdamOptions(settings.rate));
  } else {
    by_ = std::make_unique<torch::optim::SGD>(groups, SGDOptions(settings.rate));
  }
}

Optimiser::~Optimiser() = default;

void Optimiser::step(const Tensor& loss, double rate) {
  by_->zero_grad();
  loss.backward();
  for (torch::optim::OptimizerParamGroup& group : by_->param_groups()) {
    group.options().set_lr(rate);
  }
  by_->step();
}

Tensors Optimiser::state() const {
  Tensors kept;
  auto& states = by_->state();
  for (const auto& [name, tensor] : learned_) {
    const auto found = states.find(key_in(states, tensor));
    if (found == states.end()) continue;
    if (is_adam_) {
      auto& adam = static_cast<AdamParamState&>(*found->second);
      kept[name + ".steps"] = torch::full({1}, static_cast<double>(adam.step()), torch::kDouble);
      kept[name + ".mean"] = adam.exp_avg();
      kept[name + ".square"] = adam.exp_avg_sq();
    } else {
      const Tensor buffer = static_cast<SGDParamState&>(*found->second).momentum_buffer();
      if (buffer.defined()) kept[name + ".momentum"] = buffer;
    }
  }
  return kept;
}

void Optimiser::restore(const Tensors& state) {
  auto& states = by_->state();
  for (const auto& [name, tensor] : learned_) {
    const auto as_it_was = [&, &name = name, &tensor = tensor](const char* part) {
      return state.at(name + part).to(tensor.options()).view_as(tensor).clone();
    };
    if (is_adam_) {
      auto adam = std::make_unique<AdamParamState>();
      adam->step(static_cast<std::int64_t>(state.at(name + ".steps").item<double>()));
      adam->exp_avg(as_it_was(".mean"));
      adam->exp_avg_sq(as_it_was(".square"));
      states[key_in(states, tensor)] = std::move(adam);
    } else if (state.contains(name + ".momentum")) {
      auto sgd = std::make_unique<SGDParamState>();
      sgd->momentum_buffer(as_it_was(".momentum"));
      states[key_in(states, tensor)] = std::move(sgd);
    }
  }
}

}  // namespace hashlab::hashers::networks
