#pragma once

#include "lib/embeddings/nearest.h"
#include "lib/ranking/estimates.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hashlab {

/// The squared Euclidean distance of an item, by its position in the database, to query q.
using ExactDistance = std::function<double(std::size_t q, std::uint32_t position)>;

/// Items of which exact distances were computed, nearest first; items at equal distance are in
/// order of position. `similarities` are minus the squared distances. The number of items of query
/// q is the number of exact distances that it took.
struct BoundedNearest {
  NearestItems found;
  /// The number of exact distances of each query.
  std::vector<std::size_t> exact() const;
};

/// Re-ranking by the error bound instead of by shortlists of fixed length. Items are looked at in
/// the order of their lower bounds, estimate - eps * half width, then of their positions. The exact
/// distance of an item is computed if its lower bound is at most the k-th smallest exact distance
/// so far; the first item for which it is not ends the search. If all errors are within the bound,
/// the first k items found are the k nearest. If `ignored` has lists, query q does not find the
/// items in ignored[q] (ascending).
/// Cost:    that of the estimates, and O(n + exact distances * log n) per query.
/// Source:  Gao & Long, SIGMOD 2024, section 4, where eps is 1.9.
/// Differs: the paper looks at items in the order of its inverted lists; the order of lower bounds
///          needs the fewest exact distances.
/// Errors:  invalid_argument if k is 0, eps is negative or not finite, `ignored` has lists but not
///          one for each query, or the estimates have no error bound.
BoundedNearest nearest_within_bound(const Estimates& estimates, std::size_t k, double eps,
                                    const ExactDistance& exact, const Lists& ignored = {});

/// The exact distances between columns of `queries` and of `database`, as squared_distance().
/// Both must outlive the result.
ExactDistance exact_distances(const Features& queries, const Features& database);

}  // namespace hashlab
