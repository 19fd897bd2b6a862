#pragma once

#include "lib/label_scores/labelled.h"
#include "lib/metrics/cumulated.h"
#include "lib/metrics/label_groups.h"
#include "lib/rng.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// A score that is computed from a ranking and the labels of its queries and items. Unlike a
/// Metric, it may need more than the rank counts of the whole ranking. A label score can be
/// computed for the training samples and for the test samples. The score of the training samples
/// minus that of the test samples is the generalisation gap: how much a method loses on new data.
struct LabelScore {
  enum class Kind {
    hit,             ///< hit@K: see hit() in lib/metrics/at_rank.h
    grouped_recall,  ///< hit@K of queries ranked against the rows of one group of labels, mean over
                     ///< groups: see lib/metrics/label_groups.h
    knn,             ///< accuracy of classification by the K nearest items: see knn_votes.h
    few_shot,  ///< accuracy in random tasks of few classes and K items of each: see few_shot.h
    two_sets,  ///< difference between two sets of classes by hit@K: see two_sets.h
  };
  Kind kind;
  std::string name;        ///< in canonical form: "grouped-recall@1:labels=20"
  std::string definition;  ///< what the score measures, in one line
  std::size_t k = 1;       ///< K in the name
  std::size_t ways = 5, queries = 15, episodes = 600;  ///< for few_shot: see FewShotTasks
  /// For grouped_recall and two_sets: the number of labels in a group, where 0 means all labels of
  /// a set, and the number of random partitions of the labels into groups or sets.
  std::size_t labels_a_group = 10, partitions = 10;
  double share = 0.25;                              ///< for two_sets: see TwoSets
  SingleRows single = SingleRows::kept;             ///< for grouped_recall
  WithoutRelevant without = WithoutRelevant::skip;  ///< for hit
  double sigma = 0.05;                              ///< for knn: see knn_votes.h
  /// For knn: true to predict the classes used in training, which may be coarser than the rows' own
  /// classes. The caller must then pass these classes to label_score() as the labels.
  bool by_learned_classes = false;
};

/// The label score with this name. A name is hit@K[:without-relevant=skip|zero],
/// grouped-recall@K[:labels=S,partitions=P,single=kept|dropped],
/// knn@K[:sigma=X,classes=own|learned], few-shot@K[:ways=W,queries=Q,episodes=E] or
/// set-difference@K[:labels=S,partitions=P,share=X].
/// Errors:  invalid_argument naming the part that is not valid.
LabelScore parse_label_score(std::string_view text);

/// The result of label_score().
struct LabelScoreValue {
  double value = 0;
  /// For grouped recall, groups[p]: the scores of partition p's groups. For few-shot recognition,
  /// groups[0]: the accuracies of the episodes. For two sets, groups[p]: the scores of the groups
  /// of the first set of partition p, and others[p] those of the second.
  std::vector<std::vector<double>> groups = {}, others = {};
  std::size_t labels_left_out = 0;              ///< see LabelGroups and FewShotAccuracies
  std::optional<std::size_t> single_rows = {};  ///< for grouped recall: see LabelGroups
};

/// The score of a ranking. Random partitions and episodes come from `rng`.
/// Errors:  invalid_argument if there are no queries or no items, if they do not have one label
///          each, if there are too few labels for a group, or if no group has both queries and
///          items; those of few_shot_accuracies.
/// Cost:    hit and knn: one ranking of all items; grouped recall with G groups: about 1 / G of
///          that for each partition; few_shot: that of few_shot_accuracies.
LabelScoreValue label_score(const LabelScore& score, const Labelled& labelled, const Rng& rng);

}  // namespace hashlab
