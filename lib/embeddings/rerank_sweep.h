#pragma once

#include "lib/similarity.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// One way to re-rank: the R nearest codes, by a similarity of features.
struct RerankSetting {
  std::size_t R = 0;
  Similarity by = Similarity::cosine;
  /// "R=100,by=cosine", as names of results have it.
  std::string text() const;
};

/// The settings at which rankings of codes are re-ranked, every combination of the first two lists,
/// and what is computed of each: "R:100/1000 by:cosine/euclidean metrics:map/hit@10". Without R it
/// is empty.
struct RerankSweep {
  std::vector<std::size_t> R;
  std::vector<Similarity> by = {Similarity::cosine};
  /// Names of metrics that are means over queries and need no distances of codes.
  std::vector<std::string> metrics = {"map"};

  bool empty() const { return R.empty(); }
  /// parse_rerank_sweep(text()) gives the same; "" if empty.
  std::string text() const;
  std::vector<RerankSetting> settings() const;
};

/// Errors:  invalid_argument naming the part: unknown or given twice, a value out of range or
///          repeated, a metric that has no meaning after re-ranking, R missing.
RerankSweep parse_rerank_sweep(std::string_view text);

}  // namespace hashlab
