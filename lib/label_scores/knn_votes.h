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

// Classification by the k nearest items: each votes for its label with the weight exp(s / sigma),
// s being its similarity to the query, and the label with the most votes is predicted; of labels
// with equally many the lowest. Where fewer than k items are there, all of them vote. A query
// whose label no item has is always wrong; it counts like any other.
// Source:  Wu, Efros & Yu, "Improving Generalization via Scalable Neighborhood Component Analysis",
//          ECCV 2018, with k = 30 and sigma = .05.
// Differs: the weights of a query are divided by that of its nearest item, which changes no
//          decision, so that none overflows.

/// The label of a query that no item votes for.
constexpr std::int32_t no_label = -1;

/// The label that the items found vote for, of each query. Of items equally far at the k-th place
/// those at lower positions vote, as they were found; queries do not find themselves if the search
/// was told so (see NearestSearch). `labels` are those of the items searched.
/// Errors:  invalid_argument if sigma is not positive and finite, labels are several classes an
///          item, or positions are beyond them.
std::vector<std::int32_t> knn_labels(const NearestItems& nearest, const Labels& labels,
                                     double sigma);

/// The same for codes, with s = 1 - 2 d / D at distance d, where D is the largest possible one: the
/// bits of Hamming codes. If t items tie at the k-th place and `before` are nearer, each of them
/// has (k - before) / t of its vote. These are the expected votes over all orders of the tie, so
/// the label does not depend on the order of the database. Query q does not see the items
/// ignored[q], ascending, unless there are no lists at all: itself, where it is in the database.
/// Errors:  invalid_argument if formats or numbers of items, labels and lists disagree, k is 0,
///          sigma is not positive and finite, or labels are several classes an item.
/// Cost:    O(queries * database * words) time, O(database) memory a thread.
std::vector<std::int32_t> knn_labels(const Codes& queries, const Codes& database,
                                     const Labels& labels, std::size_t k, double sigma,
                                     const Lists& ignored, const Kernel& kernel,
                                     std::size_t threads = 1);

/// The share of the queries whose label was predicted, in [0, 1]; 0 if there are no queries.
/// Errors:  invalid_argument if numbers disagree, or labels are several classes a query.
double accuracy(const std::vector<std::int32_t>& predicted, const Labels& labels);

}  // namespace hashlab
