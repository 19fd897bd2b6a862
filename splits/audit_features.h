#pragma once

#include "lib/data/row_digests.h"
#include "lib/types.h"
#include "splits/audit.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hashlab {

/// The features of a data set of n rows of d, read in pieces: `read` gives rows first .. first + count
/// as columns, d x count.
struct FeatureSource {
  std::size_t n = 0, d = 0;
  std::function<Features(std::size_t first, std::size_t count)> read;
};

/// What an audit needs to know of all rows.
struct FeatureFacts {
  RepeatedRows equal;
  double spread = 0;  ///< root mean square distance between two rows
};

/// Errors:  those of `read`. Cost: O(n d). Memory: 36 bytes a row and a block of 4,096 rows.
FeatureFacts feature_facts(const FeatureSource& source);

/// Near-duplicates are looked for within this share of FeatureFacts::spread, unless a distance is
/// given.
inline constexpr double near_share = 0.1;

/// Test queries that have a row of another part within `distance` (Euclidean, exact as
/// ball_relevance), which is neither the query itself nor a copy of it. For each of several splits,
/// at least one, that have the same test queries.
/// Cost:    queries x n x d flops through BLAS. Memory: the queries, and a block of 4,096 rows.
std::vector<std::vector<Meeting>> near_queries(const FeatureSource& source,
                                               const std::vector<const Split*>& splits,
                                               double distance, std::size_t threads);

/// Which rows a mean is of, as far as it can be told from its value.
struct MeanOrigin {
  std::string rows;         ///< "the training rows", "every row", ...; empty: of none that is known
  std::vector<Leak> leaks;  ///< "mean-over-everything", "mean-over-database", "mean-over-queries"
};

/// Compares `mean` with those of the parts and of their unions: equal to rounding in every column, and
/// far closer than that of any rows which may be learned from. A mean of zeros tells whether the
/// features themselves were centred before they came here, and over which rows.
/// Cost:    O(n d). Memory: 32 d numbers and a block of 4,096 rows.
MeanOrigin mean_origin(const FeatureSource& source, const Split& split, RankedRows ranked,
                       const arma::fvec& mean);

}  // namespace hashlab
