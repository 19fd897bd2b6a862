#pragma once

#include "hashers/networks/engine.h"

namespace hashlab::networks {

/// See NetworkEngine::train.
ProjectorState trained_network(const NetworkTask& task, const TrainingSet& data, const Rng& rng,
                               const Observer& observer);

}  // namespace hashlab::networks
