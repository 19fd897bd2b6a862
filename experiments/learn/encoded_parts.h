#pragma once

#include "experiments/learn/coders.h"
#include "experiments/learn/hash_function.h"
#include "experiments/learn/learner.h"
#include "lib/codes/codes.h"
#include "lib/types.h"

#include <cstddef>
#include <limits>

namespace hashlab::experiments {

/// The codes of queries and of a database, the coder that each of them comes from, and the times in
/// seconds.
struct EncodedParts {
  Coder query_coder = Coder::first, database_coder = Coder::first;
  Codes queries, database;
  double project_seconds = 0, encode_seconds = 0;
};

/// A value of `max_values` (see encode_test_parts) that sets no limit.
inline constexpr std::size_t any_values = std::numeric_limits<std::size_t>::max();

/// The test queries and test database of `split` as codes of `function`, which `learner` trains. If
/// the projected values of the database would take more than `max_values` bytes, both parts are
/// projected and encoded in pieces, and the values are not kept for the next cell. This does not
/// change the codes.
/// Errors:  those of Learner::test and Learner::quantiser.
EncodedParts encode_test_parts(Learner& learner, const splits::Split& split,
                               const HashFunction& function, std::size_t max_values = any_values);

}  // namespace hashlab::experiments
