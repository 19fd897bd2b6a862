#pragma once

#include "experiments/program/code_arguments.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"

#include <string>

namespace hashlab::experiments {

/// Examines both files of codes before they are compared (see look_at_codes) and prints warnings,
/// with remedies, on standard error. Only rank 0 does this; the other ranks return at once.
void tell_of_codes(const Arguments& arguments, const NamedCodes& database, const NamedCodes& query,
                   const Ranks& ranks);

/// True if --self excludes each query from its own results. Errors: invalid_argument if it is
/// neither include nor exclude.
bool asks_to_exclude(const Arguments& arguments);

/// The same after a look at both files; the caller must then omit row i of the database from the
/// ranking for query i. Also prints the warnings of tell_of_codes(), and a warning in two cases:
///   * The queries are the first rows of the database, and --self is not given. Each query then
///     finds itself.
///   * --self is exclude, but the queries are not the first rows of the database.
/// Errors:  those of asks_to_exclude(); invalid_argument if --self is exclude and there are more
///          queries than database rows, or if --threshold is given and no codes are real
///          numbers.
bool leaves_itself_out(const Arguments& arguments, const NamedCodes& database,
                       const NamedCodes& query, const Ranks& ranks);

/// A warning if nearly all queries have a relevant item at distance 0 although nearly all codes of
/// the database differ. This suggests that the queries are rows of the database. The result is
/// empty in all other cases, and also if there are fewer than 10 queries, if --self is given, or if
/// the queries are the first rows of the database, because leaves_itself_out() warns of that.
/// `counts` are those of the ranking.
std::string repeated_queries_note(const Arguments& arguments, const RankCounts& counts,
                                  const NamedCodes& database, const NamedCodes& query);

}  // namespace hashlab::experiments
