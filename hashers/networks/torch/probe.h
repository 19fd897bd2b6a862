#pragma once

#include "hashers/networks/losses.h"
#include "hashers/networks/network_settings.h"

#include <armadillo>

#include <cstdint>
#include <vector>

namespace hashlab::hashers::networks {

// Losses and poolings by themselves, in double precision, for whoever checks or studies them: no
// header of LibTorch is needed.

/// A function's value and its gradient by the outputs or descriptors it was given.
struct Probed {
  double value = 0;
  arma::mat gradient;
};

/// What a loss is given. Outputs are K x n, a column a sample.
struct LossProbe {
  LossSettings loss;
  arma::mat u;
  std::vector<std::uint32_t> class_of;  ///< n; or
  arma::mat classes = {};               ///< C x n of 0 and 1
  /// Arrays of the loss as they are before: "classifier", "memory", "centres", columns for rows.
  ProjectorState given = {};
  std::vector<std::uint32_t> asked = {};  ///< which of the n are the batch; empty: all
  double done = 0;
  std::size_t step = 0;
};

Probed probe_loss(const LossProbe& probe);

/// The loss's arrays after the step.
ProjectorState loss_arrays_after(const LossProbe& probe);

/// Outputs, K x B, of a network on samples, d x B.
arma::mat probe_outputs(const NetworkSettings& settings, const ProjectorState& arrays,
                        const arma::mat& X, std::size_t outputs);

/// Derivative of sum(weights % outputs) by each array of the network.
ProjectorState probe_gradients(const NetworkSettings& settings, const ProjectorState& arrays,
                               const arma::mat& X, const arma::mat& weights);

}  // namespace hashlab::hashers::networks
