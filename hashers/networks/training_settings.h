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

/// The learning rate of step 0 .. steps - 1 of `steps`. It grows linearly during the warm-up. After
/// that it stays constant ("constant"), falls to a tenth after each share step_every of all steps
/// ("step"), or falls as half a cosine to 0 ("cosine").
double rate_at(const TrainingSettings& settings, std::size_t step, std::size_t steps);

/// The samples of each batch of an epoch: all n samples in random order. Batch sizes are at most
/// `batch` and differ by at most one.
std::vector<Rows> shuffled_batches(std::size_t n, std::size_t batch, Rng& stream);

/// Batches of random classes with `per_class` random samples each, as many batches as
/// shuffled_batches() would give. A class with fewer samples contributes all of them. `class_of`
/// has the class of each sample.
std::vector<Rows> class_batches(std::span<const std::uint32_t> class_of, std::size_t batch,
                                std::size_t per_class, Rng& stream);

}  // namespace hashlab::hashers
