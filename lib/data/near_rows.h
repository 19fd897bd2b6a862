#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// Two rows of a table, and how far apart they are.
struct NearPair {
  std::uint32_t first, second;  ///< first < second
  double distance;              ///< Euclidean
};

/// The pairs of rows of a table that lie within a distance of each other.
struct NearRows {
  std::uint64_t pairs = 0;
  std::size_t rows = 0;            ///< rows that are in one of them
  std::vector<NearPair> examples;  ///< the first few, in order of rows
};

struct NearSearch {
  double distance = 0;        ///< Euclidean, >= 0; a pair at exactly this distance counts
  std::size_t examples = 10;  ///< pairs to keep
  std::size_t threads = 1;    ///< the answer does not depend on it
  /// Called after each of `n` equal steps. May throw to stop.
  std::function<void(std::size_t done, std::size_t n)> progress;
};

/// All pairs of `n` rows, by ball_relevance: exact, single precision sorts out what double precision
/// need not decide. `read` gives samples first .. first + count as columns, d x count.
/// Errors:  those of `read` and `progress`.
/// Cost:    n^2 d flops. Memory: two blocks of 4,096 samples, a bit a row, and the pairs between
///          two blocks.
NearRows near_rows(std::size_t n,
                   const std::function<Features(std::size_t first, std::size_t count)>& read,
                   const NearSearch& search);

}  // namespace hashlab
