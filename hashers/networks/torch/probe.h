#pragma once

#include "hashers/networks/losses.h"
#include "hashers/networks/network_settings.h"

#include <armadillo>

#include <cstdint>
#include <vector>

namespace hashlab::hashers::networks {

// Functions that evaluate losses and networks on their own, in double precision, for checks and
// studies. Their callers need no header of LibTorch.

/// A function's value and its gradient with respect to the given outputs or descriptors.
struct Probed {
  double value = 0;
  arma::mat gradient;
};

/// The input of a loss. Outputs are K x n, one sample per column.
struct LossProbe {
  LossSettings loss;
  arma::mat u;                          ///< the outputs
  std::vector<std::uint32_t> class_of;  ///< one class per sample; empty: see `classes`
  arma::mat classes = {};               ///< C x n of 0 and 1, instead of `class_of`
  /// Arrays of the loss before the step, transposed: "classifier", "memory", "centres".
  ProjectorState given = {};
  std::vector<std::uint32_t> asked = {};  ///< indices of the batch's samples; empty: all n
  double done = 0;                        ///< share of training done so far
  std::size_t step = 0;                   ///< steps before this one
};

Probed probe_loss(const LossProbe& probe);

/// The arrays that the loss changes without gradients (Loss::kept), such as "memory" and "centres",
/// after the step on this batch. They are transposed as in LossProbe::given.
ProjectorState loss_arrays_after(const LossProbe& probe);

/// Outputs, K x B, of a network on samples, d x B.
arma::mat probe_outputs(const NetworkSettings& settings, const ProjectorState& arrays,
                        const arma::mat& X, std::size_t outputs);

/// The derivative of sum(weights % outputs) with respect to each array of the network.
ProjectorState probe_gradients(const NetworkSettings& settings, const ProjectorState& arrays,
                               const arma::mat& X, const arma::mat& weights);

}  // namespace hashlab::hashers::networks
