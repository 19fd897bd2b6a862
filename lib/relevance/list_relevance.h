#pragma once

#include "lib/relevance/ground_truth.h"
#include "lib/relevance/relevance.h"
#include "lib/types.h"

#include <string>

namespace hashlab {

// Ground truth by lists with junk, as in Oxford5k (Philbin et al. 2007): junk items are removed
// from the ranking, because they are neither right nor wrong. Levels: Radenovic et al. 2018, arXiv
// 1803.11285, section 3.
//
//   level    relevant      removed from the ranking
//   easy     easy          junk, hard
//   medium   easy, hard    junk
//   hard     hard          junk, easy
//   auto     the lists in the file's /query/relevant, with junk removed; as medium if the file has
//            no /query/relevant

/// The name of a list that the level of `truth` needs but the file does not have, such as
/// "/query/easy"; empty if no list is missing.
std::string missing_list(const QueryLists& lists, const ListTruth& truth);

/// Checks that each of the rows `queries` has lists.
/// Errors:  invalid_argument naming a query that has no lists.
void check_listed(const QueryLists& lists, const Rows& queries);

/// The relevance that the lists of the queries give: the listed rows as positions in `database`,
/// which is ascending. Listed rows that are not in the database are left out. With self=ignored,
/// each query's own position is removed from its ranking; otherwise the lists decide about this
/// position. Requires that no list is missing (see missing_list).
/// Errors:  those of check_listed.
/// Cost:    O(listed rows * log(database)).
Relevance list_relevance(const QueryLists& lists, const ListTruth& truth, const Rows& queries,
                         const Rows& database);

}  // namespace hashlab
