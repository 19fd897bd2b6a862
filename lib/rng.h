#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace hashlab {

/// A bijection of 64-bit numbers that mixes their bits: one step of SplitMix64 (Steele, Lea &
/// Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t z);

/// A portable stream of random numbers: std::mt19937_64, whose output the standard fixes, with our
/// own distributions, since those of the standard library differ between implementations. A stream
/// is derived from a seed and a name, independently of how many numbers other streams have drawn,
/// so an additional draw in one place does not change any other stream.
///
///   Rng run = Rng(seed).stream("run", 3);
///   Rng rotation = run.stream("itq.rotation");   // the same whatever else `run` was used for
class Rng {
 public:
  explicit Rng(std::uint64_t seed);

  /// Derives another stream. It depends only on the seed of this stream, `purpose` and `index`, not
  /// on the numbers drawn so far.
  Rng stream(std::string_view purpose, std::uint64_t index = 0) const;

  /// The seed of this stream. Streams with the same seed give the same numbers, and so do streams
  /// that are derived from them with the same purpose and index.
  std::uint64_t seed() const { return seed_; }

  std::uint64_t bits();                         ///< 64 uniform bits
  std::uint64_t below(std::uint64_t n);         ///< uniform in [0, n), n >= 1, unbiased
  double uniform();                             ///< uniform in [0, 1), 53 bits
  double normal();                              ///< N(0, 1), Box-Muller; the last bit may differ
                                                ///< between machines, as log and cos of libm do
  void shuffle(std::vector<std::uint32_t>& v);  ///< Fisher-Yates, from the front

 private:
  std::uint64_t seed_;
  std::mt19937_64 engine_;
};

}  // namespace hashlab
