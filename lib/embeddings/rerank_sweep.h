#pragma once

#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The parameters of one re-ranking: the R items with the nearest codes are sorted by the
/// similarity `by` of their features to the query.
struct RerankSetting {
  std::size_t R = 0;
  Similarity by = Similarity::cosine;
  /// "R=100,by=cosine", as it appears in names of results.
  std::string text() const;
};

/// The parameters of one re-ranking by the error bound of estimates (see nearest_within_bound):
/// exact Euclidean distances are computed of all items that may be among the k nearest.
struct BoundSetting {
  double eps = 0;
  std::size_t k = 0;
  /// "bound=1.9,k=10,by=euclidean", as it appears in names of results.
  std::string text() const;
};

/// The settings at which rankings are re-ranked (all combinations of R and `by`, and all of bounds
/// and k), and the metrics computed for each setting, as in "R:100/1000 by:cosine/euclidean
/// metrics:map/hit@10" or "bound:1.9 k:10 by:euclidean".
struct RerankSweep {
  std::vector<std::size_t> R;
  std::vector<double> bounds = {};
  std::vector<std::size_t> k = {10};  ///< has an effect only if there are bounds
  std::vector<Similarity> by = {Similarity::cosine};
  /// Names of metrics that are means over queries and do not need code distances.
  std::vector<std::string> metrics = {"map"};

  bool empty() const { return R.empty() && bounds.empty(); }
  /// The sweep as text; "" if it is empty. parse_rerank_sweep(text()) returns an equal sweep.
  std::string text() const;
  std::vector<RerankSetting> settings() const;
  std::vector<BoundSetting> bound_settings() const;
};

/// Parses the text of a sweep. An empty text gives an empty sweep.
/// Errors:  invalid_argument naming the part, if one is unknown or given twice, or has a value that
///          is unknown, out of range or repeated; also if neither R nor a bound is given in a text
///          that is not empty, if there is a bound but `by` does not include euclidean or k is
///          given without a bound, or if a metric is not defined after re-ranking.
RerankSweep parse_rerank_sweep(std::string_view text);

}  // namespace hashlab
