#pragma once

#include "hashers/hasher.h"
#include "hashers/networks/network_input.h"
#include "hashers/networks/torch/tensors.h"

#include <cstddef>

namespace hashlab::hashers::networks {

/// Training samples that are held out to monitor training.
class HeldOut {
 public:
  /// Draws `count` samples to hold out; 0: none.
  /// Errors:  invalid_argument if fewer than two samples remain for training.
  HeldOut(const TrainingSet& data, std::size_t count, const Rng& rng);

  /// The samples that are not held out, on which the network is trained.
  const TrainingSet& learned() const { return learned_; }
  bool empty() const { return held_.n_cols == 0; }

  /// The proportion of held-out samples that have a class in common with their nearest neighbour.
  /// The neighbour is the sample with the most similar outputs, by their cosine, among up to 2,000
  /// random samples of learned(). Requires !empty().
  double score(const NetworkSettings& network, Tensors& arrays, const NetworkInput& input) const;

 private:
  TrainingSet learned_;
  arma::fmat held_, among_;  // d x samples
  arma::mat same_;           // held x among, above 0 where they share a class
};

}  // namespace hashlab::hashers::networks
