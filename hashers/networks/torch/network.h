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
/// The arrays of a network as a state, from their tensors: the inverse of tensors_of.
ProjectorState state_of(const std::vector<NetworkArray>& arrays, const Tensors& tensors);

/// Outputs of samples x, B x d -> B x K. During training (`learns`), batch normalisation uses the
/// means and variances of the batch, and moves the running ones in `arrays` a tenth of the way
/// towards them. `kept`, if it is defined, has factors of the inputs of the last linear layer, as
/// kept_inputs() draws them.
Tensor outputs_of(const NetworkSettings& settings, Tensors& arrays, const Tensor& x, bool learns,
                  const Tensor& kept = {});

/// Dropout for B samples: for each input of the last linear layer 0 with the probability
/// settings.dropout, else the reciprocal of the opposite probability. Undefined without dropout.
/// Source:  Srivastava et al., JMLR 2014; the factors are those of training, so that networks are
///          applied without any.
Tensor kept_inputs(const NetworkSettings& settings, const Tensors& arrays, std::size_t samples,
                   Rng& stream);

/// The local descriptors, B x L x c, that a network with maps (NetworkSettings::has_maps) pools.
Tensor local_descriptors(const NetworkSettings& settings, Tensors& arrays, const Tensor& x,
                         bool learns);

}  // namespace hashlab::hashers::networks
