#pragma once

#include "hashers/networks/network_settings.h"
#include "hashers/networks/torch/tensors.h"
#include "hashers/networks/training_settings.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace hashlab::hashers::networks {

/// Minimises a loss with one of LibTorch's optimisers. Weight decay applies to weights, not to
/// offsets.
class Optimiser {
 public:
  /// `of_loss` holds the trained arrays of the loss, to which weight decay applies too.
  Optimiser(const TrainingSettings& settings, const std::vector<NetworkArray>& arrays,
            const Tensors& network, const Tensors& of_loss);
  ~Optimiser();

  /// One step down the gradient of the loss, with this learning rate.
  void step(const Tensor& loss, double rate);

  /// The optimiser's state between steps, by names such as "head.weight.momentum"; a scalar is a
  /// tensor with one number.
  Tensors state() const;
  /// Continues from a state() of an earlier optimiser with the same settings and arrays.
  /// Errors:  with Adam, std::out_of_range if the state lacks an entry; with SGD, a missing
  ///          momentum is left unset.
  void restore(const Tensors& state);

 private:
  std::vector<std::pair<std::string, Tensor>> learned_;
  bool is_adam_;
  std::unique_ptr<torch::optim::Optimizer> by_;
};

}  // namespace hashlab::hashers::networks
