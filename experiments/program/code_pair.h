#pragma once

#include "experiments/program/code_arguments.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranks.h"

#include <string>

namespace hashlab::experiments {

/// Looks at both files before they are compared, and tells on standard error, by rank 0, what the
/// user should know, with its remedy: see look_at_codes.
void tell_of_codes(const Arguments& arguments, const NamedCodes& database, const NamedCodes& query,
                   const Ranks& ranks);

/// The same, and tells whether queries are rows of the database, so that each finds itself.
/// Returns whether query i leaves row i of the database out, which --self exclude says.
/// Errors:  invalid_argument if --self is neither include nor exclude, or row i cannot be
///          query i.
bool leaves_itself_out(const Arguments& arguments, const NamedCodes& database,
                       const NamedCodes& query, const Ranks& ranks);

/// What to say if nearly all queries have a relevant item at distance 0 in a database whose codes
/// differ, as they do if they are rows of it; empty otherwise, and where leaves_itself_out() has
/// told it or --self says what is meant. `counts` are those of the ranking.
std::string repeated_queries_note(const Arguments& arguments, const RankCounts& counts,
                                  const NamedCodes& database, const NamedCodes& query);

}  // namespace hashlab::experiments
