#pragma once

#include "hashers/hasher.h"
#include "hashers/networks/network_input.h"
#include "hashers/networks/torch/tensors.h"

#include <cstddef>

namespace hashlab::hashers::networks {

/// Training samples that are kept back, to see how training goes.
class HeldOut {
 public:
  /// `count` of them are drawn; 0: none.
  /// Errors:  invalid_argument if fewer than two are left to learn from.
  HeldOut(const TrainingSet& data, std::size_t count, const Rng& rng);

  /// The others.
  const TrainingSet& learned() const { return learned_; }
  bool empty() const { return held_.n_cols == 0; }

  /// Share of those kept back whose nearest neighbour by the cosine of outputs, among up to 2,000
  /// of the others, shares a class with them.
  double score(const NetworkSettings& network, Tensors& arrays, const NetworkInput& input) const;

 private:
  TrainingSet learned_;
  arma::fmat held_, among_;  // d x samples
  arma::mat same_;           // held x among, above 0 where they share a class
};

}  // namespace hashlab::hashers::networks
