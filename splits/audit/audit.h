#pragma once

#include "lib/data/row_digests.h"
#include "lib/fitted.h"
#include "lib/types.h"
#include "splits/split.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::splits {

// These functions detect held-out rows that were used before the test. The test queries are held
// out, and so is the ranked database if the splitting protocol requires it (RankedRows::held_out).
// docs/how-to/audit-a-split.md lists each kind of leak.

/// The parts of a split, from the test queries to the ranked database.
enum class Part { queries, training, validation_queries, validation_database, database };
inline constexpr std::array all_parts = {Part::queries, Part::training, Part::validation_queries,
                                         Part::validation_database, Part::database};
std::string part_name(Part part);  ///< "queries", "training", "validation-queries", ...
std::string rows_name(Part part);  ///< "test queries", "training rows", ...
const Rows& part_rows(const Split& split, Part part);
/// A part as a bit, for sets of parts.
constexpr unsigned bit_of(Part part) {
  return 1u << static_cast<unsigned>(part);
}
/// True if rows of `part` must not be used before the test: test queries, and the database if
/// `ranked` is RankedRows::held_out.
bool is_held_out(Part part, RankedRows ranked);

/// Rows of part `of` for which the later part `in` contains the row itself, a copy of it, or a
/// near-duplicate of it.
struct Meeting {
  Part of, in;
  Rows rows;  ///< of part `of`, ascending, at least one
};

/// Rows that are in two parts, for each pair of parts that shares any.
std::vector<Meeting> shared_rows(const Split& split);

/// Rows of a part that equal another row in a later part, for each pair of parts that has any.
/// `equal` holds the equal rows of the data set.
std::vector<Meeting> copied_rows(const Split& split, const RepeatedRows& equal);

/// A use of held-out rows that is not allowed. It concerns `count` of `of` rows; `what` says which
/// rows are counted. They can be rows of another part that are also in the held-out database.
struct Leak {
  std::string kind;  ///< "queries-in-database"
  std::size_t count = 0, of = 0;
  std::string what;  ///< "test queries", "held-out rows", "training rows", ...
  Rows rows;         ///< the rows that are counted, ascending
  /// True if the leak is in a mean that the features, or a model that the user names, came with
  /// (see mean_origin); false for all other leaks.
  bool came_so = false;
};

/// "queries-in-database: 500 of 5000 test queries (rows 12, 40, ...)"
std::string leak_text(const Leak& leak);

/// The meetings that are leaks: all meetings of test queries with other parts and, if the database
/// is held out, all meetings with the database. Leak::kind is `prefix` followed by the two parts,
/// such as "queries-in-database".
std::vector<Leak> meeting_leaks(const std::vector<Meeting>& meetings, const std::string& prefix,
                                const Split& split, RankedRows ranked);

/// The leaks of held-out rows on which quantities were fitted. For a quantity named "mean", the
/// kind of a leak is "mean-fitted-on-queries", "mean-fitted-on-database", or "mean-over-everything"
/// if the quantity was fitted on every row of every part.
std::vector<Leak> fitted_leaks(const FittedRows& fitted, const Split& split, RankedRows ranked);

}  // namespace hashlab::splits
