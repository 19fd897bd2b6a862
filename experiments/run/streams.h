#pragma once

#include "experiments/suite/study.h"
#include "lib/relevance/ground_truth.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hashlab::experiments {

// The random streams of training, for experiment files and for `hashlab train`: with the same data
// set, seed, run and rows both train identical models.

/// The stream for a run's random choices of one purpose: the same for all splitting protocols, so
/// that these compare the same hyperplanes.
Rng run_stream(std::uint64_t seed, const std::string& dataset_checksum, std::string_view purpose,
               std::size_t run);
Rng run_stream(const Study& study, std::string_view purpose, std::size_t run);

/// The training points over which the radius is averaged, at most ground_truth.samples.
Rows ball_samples(const GroundTruth& ground_truth, Rows training, Rng rng);

}  // namespace hashlab::experiments
