#pragma once

#include "lib/options.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hashlab::hashers {

/// How a network is trained.
struct TrainingSettings {
  std::size_t epochs = 50;
  std::size_t batch = 128;
  std::size_t per_class = 0;  ///< samples of a class in a batch; 0: batches are drawn at random
  std::string optimiser = "adam";
  double rate = .001;  ///< largest learning rate
  double momentum = .9;
  bool nesterov = true;
  double decay = 1e-4;
  std::string schedule = "cosine";
  double warm_up = .05, step_every = .25;  ///< shares of all steps
  std::size_t held_out = 0;  ///< training samples that are held out to monitor training
  std::string augment = "none";
  std::string input = "scaled";

  void describe(Options& options);
};

/// The learning rate of `step`, one of 0 .. steps - 1. During the warm-up the rate grows linearly
/// to settings.rate. After the warm-up it depends on the schedule:
///   "constant"  The rate is settings.rate.
///   "step"      The rate is divided by 10 each time the share step_every of all steps has passed,
///               counted from step 0.
///   "cosine"    The rate falls from settings.rate towards 0 along half a period of a cosine.
double rate_at(const TrainingSettings& settings, std::size_t step, std::size_t steps);

/// The samples of each batch of an epoch: all n samples in random order. Batch sizes are at most
/// `batch` and differ by at most one.
std::vector<Rows> shuffled_batches(std::size_t n, std::size_t batch, Rng& stream);

/// Batches that consist of random classes: `per_class` random samples of each class, or all samples
/// of a class that has fewer. A batch gets further classes as long as `per_class` more samples keep
/// it within `batch`, but always at least one class. There are as many batches as
/// shuffled_batches() would give. `class_of` has the class of each sample and must not be empty.
std::vector<Rows> class_batches(std::span<const std::uint32_t> class_of, std::size_t batch,
                                std::size_t per_class, Rng& stream);

}  // namespace hashlab::hashers
