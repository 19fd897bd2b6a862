#pragma once

#include <cstddef>
#include <cstdint>

#include "lib/types.h"

namespace hashlab {

/// What the embedded data set looks like. Chosen so that it behaves as image descriptors do where
/// it matters to hashing: a decaying spectrum, overlapping classes of several looks each, and a
/// density so uneven that a fixed ball holds thousands of neighbours for some queries and none for
/// others.
struct SyntheticSettings {
  std::size_t n = 24000;           ///< samples
  std::size_t d = 128;             ///< features
  std::size_t classes = 20;        ///< equally likely
  std::size_t looks = 8;           ///< Gaussian components a class
  double decay = 0.6;              ///< standard deviation along axis j is (j + 1)^-decay
  double class_spread = 0.9;       ///< scale of class centres, against 1 within a look
  double look_spread = 0.9;        ///< scale of the centres of looks about their class
  double density_spread = 0.45;    ///< standard deviation of the log-scale of a sample's own noise
  std::uint64_t seed = 2016;
};

/// A deterministic data set of made-up descriptors: the same on every machine, since features are
/// rounded to multiples of 1/1024, far coarser than any difference between maths libraries.
/// Cost: O(n d^2).
Dataset make_synthetic(const SyntheticSettings& settings = {});

}  // namespace hashlab
