#pragma once

#include "hashers/hasher.h"
#include "lib/codes/codes.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::testing {

/// A hash function, and the mean that it was centred with.
struct Learned {
  std::unique_ptr<const hashers::Projector> projector;
  hashers::Quantisation quantisation;
  arma::fvec mean;

  Codes encode(const Features& X, const Rows& rows) const;
};

/// Learns from rows of X alone: no labels, no neighbours.
Learned learn(const std::string& hasher, std::size_t bits, const Features& X, const Rows& training,
              const arma::fvec& mean, const Rng& rng);

/// These columns of X, in the order of `rows`.
arma::fmat columns(const Features& X, const Rows& rows);

}  // namespace hashlab::testing
