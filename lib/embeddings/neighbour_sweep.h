#pragma once

#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// One recall of true nearest neighbours: the share of the k nearest items, by a feature
/// similarity, that are among the first R of a ranking.
struct NeighbourSetting {
  std::size_t k = 0, R = 0;
  Similarity by = Similarity::cosine;
  /// "k=10,R=100,by=cosine", as it appears in names of results.
  std::string text() const;
};

/// The recalls that an experiment file records for every experiment, all combinations of the
/// values: "k:1/10 R:10/100/1000 by:euclidean". Without k the sweep is empty.
struct NeighbourSweep {
  std::vector<std::size_t> k, R;
  std::vector<Similarity> by = {Similarity::euclidean};

  bool empty() const { return k.empty(); }
  /// parse_neighbour_sweep(text()) gives the same; "" if empty.
  std::string text() const;
};

/// Parses a sweep.
/// Errors:  invalid_argument naming the part that is unknown, missing (k or R) or given twice, or
///          whose value is out of range or repeated.
NeighbourSweep parse_neighbour_sweep(std::string_view text);

}  // namespace hashlab
