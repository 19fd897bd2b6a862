#pragma once

#include "experiments/program/code_arguments.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"

#include <string>

namespace hashlab::experiments {

/// Examines both files of codes before they are compared (see look_at_codes). Rank 0 prints the
/// warnings, with remedies, on standard error.
void tell_of_codes(const Arguments& arguments, const NamedCodes& database, const NamedCodes& query,
                   const Ranks& ranks);

/// Reads the option --self and returns true if it is exclude: query i then ignores row i of the
/// database. Also prints the warnings of tell_of_codes(), and a warning if --self does not fit: if
/// the queries are the first rows of the database and --self is not given, because each query then
/// finds itself, or if --self is exclude and they are not.
/// Errors:  invalid_argument if --self is neither include nor exclude, if it is exclude and there
///          are more queries than database rows, or if --threshold is given and no codes are real
///          numbers.
bool leaves_itself_out(const Arguments& arguments, const NamedCodes& database,
                       const NamedCodes& query, const Ranks& ranks);

/// A warning if nearly all queries have a relevant item at distance 0 although nearly all codes of
/// the database differ, which suggests that the queries are rows of the database. Empty otherwise,
/// if leaves_itself_out() has given a warning, if --self is given, or with fewer than 10 queries.
/// `counts` are those of the ranking.
std::string repeated_queries_note(const Arguments& arguments, const RankCounts& counts,
                                  const NamedCodes& database, const NamedCodes& query);

}  // namespace hashlab::experiments
