#pragma once

#include "lib/label_scores/labelled.h"
#include "lib/rng.h"

#include <cstddef>
#include <vector>

namespace hashlab {

/// The comparison of two sets of classes that have no class in common, by recall or grouped recall.
struct TwoSets {
  double share = .25;               ///< of the classes in the first set; 0 .. 1, both excluded
  std::size_t labels_a_group = 10;  ///< 0: plain recall, all classes of a set form one group
  std::size_t k = 1;
  std::size_t partitions = 10;  ///< random divisions of the classes into two sets
};

/// hit@k of each group of the first set and of the second.
struct SetScores {
  std::vector<double> first, second;
  double difference() const;  ///< of the means of both sets, without its sign
};

/// Divides the classes at random into two sets, and the classes of each set into groups. The
/// queries of a group rank the items of the group. Division p comes from the stream ("partition",
/// p) of `rng`, so scores by recall and by grouped recall compare the same sets.
/// Errors:  invalid_argument if a set has too few classes for one group, or if no group of a set
///          has both queries and items.
/// Source:  Zhdanov & Karpukhin, arXiv 2306.13357, section 5.1 and Table 1.
std::vector<SetScores> scores_of_two_sets(const TwoSets& sets, const Labelled& labelled,
                                          const Rng& rng);

}  // namespace hashlab
