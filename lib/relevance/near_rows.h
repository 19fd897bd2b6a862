#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// Two rows of a table and their distance.
struct NearPair {
  std::uint32_t first, second;  ///< first < second
  double distance;              ///< Euclidean
};

/// The pairs of rows of a table that lie within a given distance of each other.
struct NearRows {
  std::uint64_t pairs = 0;         ///< number of such pairs
  std::size_t rows = 0;            ///< rows that occur in at least one pair
  std::vector<NearPair> examples;  ///< the first NearSearch::examples pairs by first, then second
};

/// The parameters of near_rows().
struct NearSearch {
  double distance = 0;        ///< Euclidean, >= 0, inclusive
  std::size_t examples = 10;  ///< how many pairs to return as examples, at most
  std::size_t threads = 1;    ///< the result does not depend on it
  /// Called after each of the `n` steps, one for each pair of blocks of samples. May throw to stop.
  std::function<void(std::size_t done, std::size_t n)> progress;
};

/// Finds all pairs of `n` rows that lie within search.distance of each other, exactly (see
/// ball_relevance). `read` returns samples first .. first + count - 1 as columns, d x count.
/// Errors:  those of `read`, `progress` and parallel().
/// Cost:    n^2 d flops.
/// Memory:  two blocks of 4,096 samples, one bit per row, and the pairs between two blocks.
NearRows near_rows(std::size_t n,
                   const std::function<Features(std::size_t first, std::size_t count)>& read,
                   const NearSearch& search);

}  // namespace hashlab
