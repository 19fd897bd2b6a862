#pragma once

#include "hashers/networks/engine.h"

namespace hashlab::hashers::networks {

/// Trains a network on network_device(), with the parameters, result and errors of
/// NetworkEngine::train.
ProjectorState trained_network(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                               const Observer& observer);

}  // namespace hashlab::hashers::networks
