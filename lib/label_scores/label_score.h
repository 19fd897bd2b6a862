#pragma once

#include "lib/label_scores/ranker.h"
#include "lib/metrics/cumulated.h"
#include "lib/metrics/label_groups.h"
#include "lib/rng.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// A ranking score computed from the labels of items, for scores that need more than the counts of
/// the whole ranking. It can be computed for the training samples as well as for the test samples;
/// the difference is the generalisation gap, which is how much a method loses on new data.
struct LabelScore {
  enum class Kind {
    hit,             ///< hit@K: see lib/metrics
    grouped_recall,  ///< hit@K among the rows of a group of labels, mean over groups: see
                     ///< label_groups.h
    knn,             ///< accuracy of the votes of the K nearest: see knn_votes.h
  };
  Kind kind;
  std::string name;        ///< in canonical form: "grouped-recall@1:labels=20"
  std::string definition;  ///< one line
  std::size_t k = 1;
  std::size_t labels_a_group = 10, partitions = 10;  ///< of grouped_recall
  SingleRows single = SingleRows::kept;
  WithoutRelevant without = WithoutRelevant::skip;  ///< of hit
  double sigma = 0.05;                              ///< of knn
  /// Of knn: use the classes of training, which may be coarser than the rows' own classes.
  bool by_learned_classes = false;
};

/// A name is hit@K[:without-relevant=skip|zero],
/// grouped-recall@K[:labels=S,partitions=P,single=kept|dropped] or
/// knn@K[:sigma=X,classes=own|learned].
/// Errors:  invalid_argument naming the part that is not valid.
LabelScore parse_label_score(std::string_view text);

/// Queries and ranked items with their labels, one class each.
struct Labelled {
  const Ranker& ranker;
  Labels queries, items;
  Lists ignored = {};  ///< items that each query ignores; no lists: none

  /// True if the items are also the queries, each ignoring itself.
  bool leave_one_out() const { return ignored.size() > 0; }
};

struct LabelScoreValue {
  double value = 0;
  // Of grouped recall:
  std::vector<std::vector<double>> groups = {};      ///< the score of each group, by partition
  std::size_t labels_left_out = 0, single_rows = 0;  ///< see LabelGroups; the same in each
                                                     ///< partition
};

/// The score of a ranking. Random partitions come from `rng`.
/// Errors:  invalid_argument if there are no items, items have several classes each, or there are
///          too few labels for a group.
/// Cost:    hit and knn: one ranking of all items; grouped recall with G groups: about 1 / G of
///          that for each partition.
LabelScoreValue label_score(const LabelScore& score, const Labelled& labelled, const Rng& rng);

}  // namespace hashlab
