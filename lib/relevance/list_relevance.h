#pragma once

#include "lib/relevance/ground_truth.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <string>

namespace hashlab {

// Ground truth by lists with junk, as of Oxford5k (Philbin et al. 2007): junk leaves the ranking,
// being neither right nor wrong. Levels: Radenovic et al. 2018, arXiv 1803.11285, section 3.
//
//   level    relevant      leaves the ranking
//   easy     easy          junk, hard
//   medium   easy, hard    junk
//   hard     hard          junk, easy
//   auto     as the file's /query/relevant says, and junk leaves; medium if it has none

/// What the file lacks for this level of `ground_truth`, such as "/query/easy"; empty if nothing.
std::string missing_list(const QueryLists& lists, const GroundTruth& ground_truth);

/// Errors:  invalid_argument naming a query that has no lists.
void check_listed(const QueryLists& lists, const Rows& queries);

/// The lists of the queries as positions in `database`; rows that are not in it drop out. With
/// self=ignored each query's own position leaves its ranking, else it is what the lists say.
/// Requires that no list is missing (see missing_list).
/// Errors:  those of check_listed.
/// Cost:    O(listed rows * log(database)).
Relevance list_relevance(const QueryLists& lists, const GroundTruth& ground_truth,
                         const Rows& queries, const Rows& database);

}  // namespace hashlab
