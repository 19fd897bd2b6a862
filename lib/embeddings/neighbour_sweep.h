#pragma once

#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// One recall of true nearest neighbours: how many of the k nearest by a similarity of features are
/// among the first R of a ranking.
struct NeighbourSetting {
  std::size_t k = 0, R = 0;
  Similarity by = Similarity::cosine;
  /// "k=10,R=100,by=cosine", as names of results have it.
  std::string text() const;
};

/// The recalls that a suite records of every cell, every combination: "k:1/10 R:10/100/1000
/// by:euclidean". Without k it is empty.
struct NeighbourSweep {
  std::vector<std::size_t> k, R;
  std::vector<Similarity> by = {Similarity::euclidean};

  bool empty() const { return k.empty(); }
  /// parse_neighbour_sweep(text()) gives the same; "" if empty.
  std::string text() const;
};

/// Errors:  invalid_argument naming the part: unknown or given twice, a value out of range or
///          repeated, k or R missing.
NeighbourSweep parse_neighbour_sweep(std::string_view text);

}  // namespace hashlab
