#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hashlab {

/// The parameters of the synthetic descriptors. The descriptors imitate those properties of image
/// descriptors that matter to hashing: a decaying spectrum, overlapping classes with several modes
/// ("looks") each, and samples of very different contrast. As with GIST, contrast scales a whole
/// descriptor, so low-contrast samples crowd near the origin, away from the mean. An
/// epsilon-neighbourhood of fixed radius therefore holds hundreds of neighbours for some queries
/// and none for others.
///
///   sample = contrast * (common + class + look + noise),   each part with the same spectrum
struct SyntheticSettings {
  std::size_t n = 24000;          ///< samples
  std::size_t d = 128;            ///< features
  std::size_t classes = 20;       ///< number of classes, equally likely
  std::size_t looks = 8;          ///< mixture components per class
  double decay = 0.6;             ///< standard deviation along axis j is (j + 1)^-decay
  double common = 1.5;            ///< scale of the part that all samples share; noise has scale 1
  double class_spread = 0.8;      ///< scale of the class centres
  double look_spread = 0.8;       ///< scale of the component centres about their class centre
  double contrast_spread = 0.35;  ///< standard deviation of the logarithm of the contrast
  std::uint64_t seed = 2016;
};

/// A deterministic data set of synthetic descriptors. It is the same on every machine, since
/// features are rounded to multiples of 1/1024, far coarser than any difference between maths
/// libraries.
/// Errors:  invalid_argument if a count is 0.
/// Cost:    O(n d^2).
Dataset make_synthetic(const SyntheticSettings& settings = {});

/// The samples of make_synthetic() in pieces, for data sets larger than memory.
class SyntheticSource {
 public:
  struct Piece {
    Features samples;                  ///< d x count
    std::vector<std::int32_t> labels;  ///< count
  };

  /// Errors:  invalid_argument if a count is 0.
  explicit SyntheticSource(const SyntheticSettings& settings);
  ~SyntheticSource();

  /// The next samples in order; they depend neither on `threads` nor on the sizes of pieces.
  /// Memory:  the piece, and 8 d bytes for each of its samples.
  Piece next(std::size_t count, std::size_t threads);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hashlab
