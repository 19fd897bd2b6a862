#pragma once

#include "experiments/suite/study.h"
#include "lib/relevance/ground_truth.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace hashlab::experiments {

// The random streams of training. `hashlab run` and `hashlab train` use the same streams, so with
// the same data set, seed, run and rows both train identical models.

/// The random stream of a run for one purpose, such as "projection". It is the same for all
/// splitting protocols, so protocols are compared with the same random hyperplanes.
Rng run_stream(std::uint64_t seed, const std::string& dataset_checksum, std::string_view purpose,
               std::size_t run);
/// The random stream of a run for one purpose, with the seed and the data set of `study`.
Rng run_stream(const Study& study, std::string_view purpose, std::size_t run);

/// The training rows over which the radius of the epsilon-neighbourhood is averaged: all rows of
/// `training` or, if these are more than ball.samples, that many random ones of them.
Rows ball_samples(const BallTruth& ball, Rows training, Rng rng);

}  // namespace hashlab::experiments
