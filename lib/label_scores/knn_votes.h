#pragma once

#include "lib/codes/codes.h"
#include "lib/embeddings/nearest.h"
#include "lib/hamming/kernel.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

// Classification by the k nearest items. Each of them votes for its label with the weight exp(s /
// sigma), where s is its similarity to the query. The label with the largest sum of votes is
// predicted, or the lowest of these labels in case of a tie. If there are fewer than k items, all
// of them vote. If no item has the label of a query, the prediction is wrong, and the query counts
// like any other.
// Source:  Wu, Efros & Yu, "Improving Generalization via Scalable Neighborhood Component Analysis",
//          ECCV 2018, with k = 30 and sigma = 0.05.
// Differs: the weights for a query are divided by the weight of its nearest item, which avoids
//   overflow and does not change any prediction.

/// The predicted label of a query for which no item votes.
constexpr std::int32_t no_label = -1;

/// The predicted label of each query, by the votes of all items that a search has found for it. The
/// search (see NearestSearch) determines k and breaks ties at the k-th place by position. If it was
/// given `self`, queries do not vote for themselves. `labels` are those of the items searched.
/// Errors:  invalid_argument if sigma is not positive and finite, items have several classes each,
///          or positions are beyond the labels.
std::vector<std::int32_t> knn_labels(const NearestItems& nearest, const Labels& labels,
                                     double sigma);

/// The predicted label of each query, by the votes of the k items with the nearest codes. The
/// similarity is s = 1 - 2 d / D at distance d, where D is the largest possible distance (for
/// Hamming codes the number of bits). If t items tie at the k-th place and b items are nearer, the
/// vote of each tied item is multiplied by (k - b) / t. These are the expected votes over all
/// orders of the tie, so the prediction does not depend on the order of the database. Query q
/// ignores the items ignored[q] (ascending), such as itself if it is in the database. `ignored` may
/// also be empty.
/// Errors:  invalid_argument if formats or numbers of items, labels and lists disagree, an ignored
///          position is beyond the database, k is 0, sigma is not positive and finite, or items
///          have several classes each.
/// Cost:    O(queries * database * words) time, O(database) memory per thread.
std::vector<std::int32_t> knn_labels(const Codes& queries, const Codes& database,
                                     const Labels& labels, std::size_t k, double sigma,
                                     const Lists& ignored, const Kernel& kernel,
                                     std::size_t threads = 1);

/// The share of the queries whose predicted label equals their own label, in [0, 1]; 0 if there are
/// no queries. `labels` are those of the queries.
/// Errors:  invalid_argument if the numbers of predictions and labels disagree, or queries have
///          several classes each.
double accuracy(const std::vector<std::int32_t>& predicted, const Labels& labels);

}  // namespace hashlab
