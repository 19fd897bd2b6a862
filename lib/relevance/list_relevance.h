#pragma once

#include "lib/relevance/ground_truth.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <string>

namespace hashlab {

// Ground truth by lists with junk, as in Oxford5k (Philbin et al. 2007): junk items are removed
// from the ranking, being neither right nor wrong. Levels: Radenovic et al. 2018, arXiv 1803.11285,
// section 3.
//
//   level    relevant      removed from the ranking
//   easy     easy          junk, hard
//   medium   easy, hard    junk
//   hard     hard          junk, easy
//   auto     as in the file's /query/relevant, with junk removed; medium if the file has none

/// The list missing in the file for this level of `ground_truth`, such as "/query/easy"; empty if
/// none.
std::string missing_list(const QueryLists& lists, const GroundTruth& ground_truth);

/// Errors:  invalid_argument naming a query that has no lists.
void check_listed(const QueryLists& lists, const Rows& queries);

/// The lists of the queries as positions in `database`; rows outside it are dropped. With
/// self=ignored each query's own position is removed from its ranking; otherwise the lists decide
/// about it. Requires that no list is missing (see missing_list).
/// Errors:  those of check_listed.
/// Cost:    O(listed rows * log(database)).
Relevance list_relevance(const QueryLists& lists, const GroundTruth& ground_truth,
                         const Rows& queries, const Rows& database);

}  // namespace hashlab
