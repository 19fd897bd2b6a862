#pragma once

#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The parameters of one recall of true nearest neighbours: the share of a query's k nearest items
/// (by the similarity `by` of features) that are among the first R items of a ranking.
struct NeighbourSetting {
  std::size_t k = 0, R = 0;
  Similarity by = Similarity::cosine;
  /// "k=10,R=100,by=cosine", as it appears in names of results.
  std::string text() const;
};

/// The recalls that are recorded for every experiment of an experiment file: all combinations of
/// the values in a text such as "k:1/10 R:10/100/1000 by:euclidean".
struct NeighbourSweep {
  std::vector<std::size_t> k, R;
  std::vector<Similarity> by = {Similarity::euclidean};

  bool empty() const { return k.empty(); }
  /// The sweep as text; "" if it is empty. parse_neighbour_sweep(text()) returns an equal sweep.
  std::string text() const;
};

/// Parses the text of a sweep. An empty text gives an empty sweep.
/// Errors:  invalid_argument naming the part, if one is unknown or given twice, or has a value that
///          is unknown, out of range or repeated; also if k or R is missing from a text that is not
///          empty.
NeighbourSweep parse_neighbour_sweep(std::string_view text);

}  // namespace hashlab
