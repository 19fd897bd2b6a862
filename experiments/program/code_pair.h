#pragma once

#include "experiments/program/code_arguments.h"
#include "lib/ranks.h"

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

}  // namespace hashlab::experiments
