#pragma once

#include "hashers/networks/losses.h"
#include "hashers/networks/network_settings.h"

#include <armadillo>

#include <cstdint>
#include <vector>

namespace hashlab::hashers::networks {

// Functions that evaluate losses and networks on their own, in double precision, for checks and
// studies. Their callers need no header of LibTorch.

/// The value of a loss and its gradient with respect to the outputs of the batch.
struct Probed {
  double value = 0;
  arma::mat gradient;  ///< K x B, one sample of the batch per column
};

/// The input of a loss. Outputs are K x n, one sample per column.
struct LossProbe {
  LossSettings loss;
  arma::mat u;                          ///< the outputs
  std::vector<std::uint32_t> class_of;  ///< one class per sample; empty: see `classes`
  arma::mat classes = {};               ///< C x n of 0 and 1, instead of `class_of`
  /// Arrays that replace the initial ones of the same names (Loss::learned and Loss::kept), such as
  /// "classifier", "memory" or "centres". They are transposed: each row of an array of the loss is
  /// a column here.
  ProjectorState given = {};
  std::vector<std::uint32_t> asked = {};  ///< indices of the batch's samples; empty: all n
  double done = 0;                        ///< share of training done so far
  std::size_t step = 0;                   ///< steps before this one
};

Probed probe_loss(const LossProbe& probe);

/// The arrays of the loss that are not trained by gradient (Loss::kept), such as "memory", after
/// the step on this batch. They are transposed as in LossProbe::given.
ProjectorState loss_arrays_after(const LossProbe& probe);

/// The outputs of a network for the samples X (d x B): K x B, where K is `outputs`.
arma::mat probe_outputs(const NetworkSettings& settings, const ProjectorState& arrays,
                        const arma::mat& X, std::size_t outputs);

/// The derivative of sum(weights % outputs) with respect to each array of the network, where
/// `weights` is K x B like the outputs; 0 for arrays that are not trained by gradient.
ProjectorState probe_gradients(const NetworkSettings& settings, const ProjectorState& arrays,
                               const arma::mat& X, const arma::mat& weights);

}  // namespace hashlab::hashers::networks
