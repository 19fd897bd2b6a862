#pragma once

#include "hashers/networks/network_settings.h"
#include "hashers/networks/torch/tensors.h"

#include <cstddef>
#include <vector>

namespace hashlab::hashers::networks {

/// The arrays of a network as tensors of their shapes, with the type and device of `kind`. If
/// `learns`, trained arrays are leaves that require gradients.
Tensors tensors_of(const std::vector<NetworkArray>& arrays, const ProjectorState& state,
                   const torch::TensorOptions& kind, bool learns);
ProjectorState state_of(const std::vector<NetworkArray>& arrays, const Tensors& tensors);

/// Outputs of samples, B x d -> B x K. During training (`learns`) batches are normalised by their
/// own means and variances, and the running ones in `arrays` move towards them by a tenth.
Tensor outputs_of(const NetworkSettings& settings, Tensors& arrays, const Tensor& x, bool learns);

/// The local descriptors, B x L x c, that a network with maps (NetworkSettings::has_maps) pools.
Tensor local_descriptors(const NetworkSettings& settings, Tensors& arrays, const Tensor& x,
                         bool learns);

}  // namespace hashlab::hashers::networks
