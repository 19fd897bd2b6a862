#pragma once

#include "lib/ranking/real_rank_counts.h"

#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// A ranking without codes that a suite may ask for beside its hashers: the ceiling they are
/// compressed from.
struct ReferenceRanking {
  std::string name;  ///< "euclidean", "cosine"
  int version;       ///< goes up when the same input would give other counts
  RealDistance distance;
};

const std::vector<ReferenceRanking>& reference_rankings();

/// Errors:  invalid_argument with a suggestion if there is none of that name.
const ReferenceRanking& reference_ranking(std::string_view name);

}  // namespace hashlab
