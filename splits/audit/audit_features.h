#pragma once

#include "lib/data/row_digests.h"
#include "lib/types.h"
#include "splits/audit/audit.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hashlab::splits {

/// The features of a data set, n rows of d numbers, read in pieces: `read` returns rows
/// first .. first + count - 1 as columns, d x count.
struct AuditedFeatures {
  std::size_t n = 0, d = 0;
  std::function<Features(std::size_t first, std::size_t count)> read;
};

/// Facts about the rows of a whole data set, for an audit.
struct FeatureFacts {
  RepeatedRows equal;  ///< rows with equal features
  double spread = 0;   ///< root mean square distance between two rows
};

/// The facts about all rows of `source`.
/// Errors:  those of `read`.
/// Cost:    O(n d).
/// Memory:  36 bytes per row and a block of 4,096 rows.
FeatureFacts feature_facts(const AuditedFeatures& source);

/// Two rows are near-duplicates if their distance is at most this share of FeatureFacts::spread,
/// unless the user gives a distance.
inline constexpr double near_share = 0.1;

/// Test queries with a row of another part within `distance` (Euclidean, exact as in
/// ball_relevance) that is neither the query itself nor a copy of it. Returns one list of
/// meetings for each split. There must be at least one split, and all must have the same test
/// queries.
/// Cost:    O(queries n d) through BLAS. Memory: the queries, a block of 4,096 rows, and for each
///          split n bytes and one byte per query.
std::vector<std::vector<Meeting>> near_queries(const AuditedFeatures& source,
                                               const std::vector<const Split*>& splits,
                                               double distance, std::size_t threads);

/// The rows over which a mean was taken, as far as its value reveals them.
struct MeanOrigin {
  std::string rows;         ///< "the training rows", "every row", ...; empty: unknown
  std::vector<Leak> leaks;  ///< "mean-over-everything", "mean-over-database", "mean-over-queries"
};

/// Compares `mean` with the means of the training rows, of the database, of all rows and of some
/// unions of parts. MeanOrigin::rows is the set whose mean is closest, if this mean equals `mean`
/// up to rounding in every column. If this set has held-out rows, it is a leak only if its mean is
/// at least 10 times closer to `mean` than the mean of each compared set without held-out rows. If
/// `mean` is all zeros, the result shows whether the features were centred before, and over which
/// rows. `ranked` determines whether the database is held out.
/// Cost:    O(n d). Memory: 32 d numbers and a block of 4,096 rows.
MeanOrigin mean_origin(const AuditedFeatures& source, const Split& split, RankedRows ranked,
                       const arma::fvec& mean);

}  // namespace hashlab::splits
