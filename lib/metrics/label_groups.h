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
// against the other items of its group. Unlike that of plain recall, its expectation does not
// depend on the number of labels.
// Source: Zhdanov & Karpukhin, Catching Image Retrieval Generalization, arXiv 2306.13357, eq. 5, 6.

/// Rows by groups of labels.
struct LabelGroups {
  std::vector<Rows> groups;         ///< the rows of each group, ascending
  std::size_t labels_left_out = 0;  ///< too few for another group
  std::size_t single_rows = 0;      ///< labels of a single row, which can never be found
};

/// How labels with a single row are treated.
enum class SingleRows {
  kept,     ///< kept as rows that find nothing, as in the paper's equation 5
  dropped,  ///< as in its authors' program
};

/// Groups of `labels_a_group` labels each in the order given; the last labels are left out if they
/// are too few for a group. A label is a class number; rows of labels that are not in `order` are
/// in no group.
/// Errors:  invalid_argument if labels_a_group is 0, or there are too few labels for one group.
LabelGroups label_groups(const std::vector<std::int32_t>& labels,
                         const std::vector<std::int32_t>& order, std::size_t labels_a_group,
                         SingleRows single = SingleRows::kept);

/// The same with all labels in a random order.
LabelGroups drawn_label_groups(const std::vector<std::int32_t>& labels, std::size_t labels_a_group,
                               Rng rng, SingleRows single = SingleRows::kept);

/// The score of each group when every row is a query against the others. `score` computes the score
/// of some rows ranked for each other. Grouped recall is the mean of hit@K over all queries.
std::vector<double> scores_of_groups(
    const LabelGroups& groups, const Labels& labels,
    const std::function<double(const Rows& rows, const Relevance& relevance)>& score);

}  // namespace hashlab
