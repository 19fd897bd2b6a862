#pragma once

#include "lib/label_scores/ranker.h"

namespace hashlab {

/// The ranking that label_score() scores: queries and ranked items with their labels, one class per
/// sample.
struct Labelled {
  const Ranker& ranker;
  Labels queries, items;
  Lists ignored = {};  ///< items that each query ignores; no lists: nothing is ignored

  /// True if any lists are given. Grouped recall then takes the items for the queries, in the same
  /// order, and lets each query ignore itself only.
  bool leave_one_out() const { return ignored.size() > 0; }
};

}  // namespace hashlab
