#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/ranking/estimates.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/relevance.h"
#include "lib/similarity.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hashlab {

/// Ranks items for queries, using either codes or real values.
class Ranker {
 public:
  virtual ~Ranker() = default;
  virtual std::size_t n_queries() const = 0;
  virtual std::size_t n_items() const = 0;
  /// The rank counts of some items ranked for some queries, given by their positions `items` and
  /// `queries`. In `relevance`, query q is queries[q], and database position i is items[i].
  virtual RankCounts counts(const Rows& queries, const Rows& items,
                            const Relevance& relevance) const = 0;
  /// The rank counts of all items ranked for all queries.
  virtual RankCounts all_counts(const Relevance& relevance) const;
  /// The share of these queries with a relevant item among the first k, expected over all orders of
  /// ties; 0 if there are no queries. It equals the metric "hit@k:without-relevant=zero" of
  /// counts(), but some rankers compute it without the counts. A list in relevance.ignored must not
  /// have more than one item.
  virtual double hit(const Rows& queries, const Rows& items, const Relevance& relevance,
                     std::size_t k) const;
  /// The label of each query predicted by its k nearest items (see knn_labels). `labels` are those
  /// of the items. Query q ignores the item in ignored[q], if there is one; a list must not have
  /// more than one item. If `ignored` has no lists, nothing is ignored.
  virtual std::vector<std::int32_t> knn(const Labels& labels, std::size_t k, double sigma,
                                        const Lists& ignored) const = 0;
};

/// A ranker that compares codes. `kernel` must outlive the ranker.
/// Shapes:  queries and items in one CodeFormat.
std::unique_ptr<Ranker> ranker_of_codes(Codes queries, Codes items, const Kernel& kernel);

/// A ranker that compares real values by `similarity`.
/// Shapes:  queries d x number of queries, items d x number of items.
/// Errors:  invalid_argument if queries and items differ in d.
std::unique_ptr<Ranker> ranker_of_values(const Features& queries, const Features& items,
                                         Similarity similarity);

/// A ranker that compares queries of real values with codes, by estimated distances.
std::unique_ptr<Ranker> ranker_of_estimates(Estimates estimates);

/// A ranker of the columns `items` of X for the columns `queries` of X, with `origin` subtracted
/// from both (see real_rank_counts). all_counts() reads X in place. counts(), hit() and knn() use a
/// copy of these columns minus `origin`, in single precision. The first of these calls makes the
/// copy, and the ranker keeps it. X must outlive the ranker.
std::unique_ptr<Ranker> ranker_of_rows(const Features& X, const Rows& queries, const Rows& items,
                                       Similarity similarity, const arma::fvec& origin);

}  // namespace hashlab
