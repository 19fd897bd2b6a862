#pragma once

#include "lib/relevance/relevance.h"
#include "lib/rng.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

// Grouped recall: labels are divided into groups with equally many labels, and each item is a query
// against the other items of its group. Unlike plain recall, grouped recall has an expectation that
// does not depend on the number of labels in the data set.
// Source: Zhdanov & Karpukhin, Catching Image Retrieval Generalization, arXiv 2306.13357, eq. 5, 6.

/// Groups of labels, each given by the rows that have one of its labels.
struct LabelGroups {
  std::vector<Rows> groups;         ///< the rows of each group, ascending
  std::size_t labels_left_out = 0;  ///< number of labels that were left over, too few for a group
  std::size_t single_rows = 0;      ///< number of labels with a single row, which finds nothing
};

/// How labels with a single row are treated.
enum class SingleRows {
  kept,     ///< kept in the groups; their rows find nothing, as in the paper's equation 5
  dropped,  ///< not put into groups, as in the program of the paper's authors
};

/// Divides the labels in `order`, one after the other, into groups of `labels_a_group` labels. The
/// last labels are left out if they are too few for a group. `labels` holds the label of each row,
/// a class number; rows whose label is not in `order` are in no group.
/// Errors:  invalid_argument if labels_a_group is 0, or there are too few labels for one group.
LabelGroups label_groups(const std::vector<std::int32_t>& labels,
                         const std::vector<std::int32_t>& order, std::size_t labels_a_group,
                         SingleRows single = SingleRows::kept);

/// Divides all labels that occur in `labels` into groups as label_groups() does, in a random order
/// drawn from `rng`.
LabelGroups drawn_label_groups(const std::vector<std::int32_t>& labels, std::size_t labels_a_group,
                               Rng rng, SingleRows single = SingleRows::kept);

/// The score of each group when every row of the group is a query against its other rows. `score`
/// gets the rows of one group, which are both the queries and the database, and their relevance, in
/// which each query ignores itself. Rows with a common label are relevant to each other. For
/// grouped recall, `score` returns the mean of hit@K over the rows of the group.
std::vector<double> scores_of_groups(
    const LabelGroups& groups, const Labels& labels,
    const std::function<double(const Rows& rows, const Relevance& relevance)>& score);

}  // namespace hashlab
