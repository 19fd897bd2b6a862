#include "experiments/learn/streams.h"

namespace hashlab::experiments {

Rng run_stream(std::uint64_t seed, const std::string& dataset_checksum, std::string_view purpose,
               std::size_t run) {
  return Rng(seed).stream(dataset_checksum).stream(purpose, run);
}

Rng run_stream(const Study& study, std::string_view purpose, std::size_t run) {
  return run_stream(study.suite.seed, study.dataset.checksum, purpose, run);
}

Rows ball_samples(const BallTruth& ball, Rows training, Rng rng) {
  if (training.size() > ball.samples) {
    rng.shuffle(training);
    training.resize(ball.samples);
  }
  return training;
}

}  // namespace hashlab::experiments
