#include "experiments/run/streams.h"

namespace hashlab::experiments {

Rng run_stream(std::uint64_t seed, const std::string& dataset_checksum, std::string_view purpose,
               std::size_t run) {
  return Rng(seed).stream(dataset_checksum).stream(purpose, run);
}

Rng run_stream(const Study& study, std::string_view purpose, std::size_t run) {
  return run_stream(study.suite.seed, study.dataset.checksum, purpose, run);
}

Rows ball_samples(const GroundTruth& ground_truth, Rows training, Rng rng) {
  if (training.size() > ground_truth.samples) {
    rng.shuffle(training);
    training.resize(ground_truth.samples);
  }
  return training;
}

}  // namespace hashlab::experiments
