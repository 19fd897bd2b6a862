#pragma once

#include "experiments/suite/study.h"
#include "lib/relevance/ground_truth.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hashlab::experiments {

// The random streams of learning, in suites and in `hashlab train`: with the same data set, seed,
// run and rows both learn the same.

/// The stream that a run's random choices of one purpose come from: the same for both strategies,
/// so that they compare the same hyperplanes.
Rng run_stream(std::uint64_t seed, const std::string& dataset_checksum, std::string_view purpose,
               std::size_t run);
Rng run_stream(const Study& study, std::string_view purpose, std::size_t run);

/// The training points that a ball's radius is averaged over, at most ground_truth.samples.
Rows ball_samples(const GroundTruth& ground_truth, Rows training, Rng rng);

}  // namespace hashlab::experiments
