#pragma once

#include "experiments/program/code_arguments.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"

#include <string>

namespace hashlab::experiments {

/// Examines both files before they are compared. Rank 0 prints the warnings, with remedies, on
/// standard error: see look_at_codes.
void tell_of_codes(const Arguments& arguments, const NamedCodes& database, const NamedCodes& query,
                   const Ranks& ranks);

/// The same, and also warns if queries are rows of the database, so that each query finds itself.
/// Returns true if query i ignores row i of the database, as --self exclude requests.
/// Errors:  invalid_argument if --self is neither include nor exclude, if it is exclude and there
///          are more queries than database rows, or if --threshold is given and no codes are real
///          numbers.
bool leaves_itself_out(const Arguments& arguments, const NamedCodes& database,
                       const NamedCodes& query, const Ranks& ranks);

/// A warning if nearly all queries have a relevant item at distance 0 in a database whose codes
/// differ, which suggests that queries are rows of the database. Empty otherwise, and if
/// leaves_itself_out() has warned already or --self is given. `counts` are those of the ranking.
std::string repeated_queries_note(const Arguments& arguments, const RankCounts& counts,
                                  const NamedCodes& database, const NamedCodes& query);

}  // namespace hashlab::experiments
