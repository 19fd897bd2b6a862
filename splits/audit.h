#pragma once

#include "lib/data/row_digests.h"
#include "lib/fitted.h"
#include "lib/types.h"
#include "splits/split.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace hashlab {

// Did anything that is judged by held-out rows see them before? Held out are the test queries, and
// the ranked database too where a strategy says so (RankedRows::held_out). splits/README.md says what
// each kind of leak means.

/// The parts of a split, in the order of a row's way: what is asked first, what is ranked last.
enum class Part { queries, training, validation_queries, validation_database, database };
inline constexpr std::array all_parts = {Part::queries, Part::training, Part::validation_queries,
                                         Part::validation_database, Part::database};
std::string part_name(Part part);  ///< "queries", "training", "validation-queries", ...
std::string rows_name(Part part);  ///< "test queries", "training rows", ...
const Rows& part_rows(const Split& split, Part part);
bool is_held_out(Part part, RankedRows ranked);

/// Rows of part `of` that part `in`, a later one, has as well: the same rows, copies or near ones.
struct Meeting {
  Part of, in;
  Rows rows;  ///< of part `of`, ascending, at least one
};

/// Rows that are in two parts. Only pairs of parts that meet.
std::vector<Meeting> shared_rows(const Split& split);

/// Rows of a part that equal another row, which is in a later part. `equal` is of the data set.
std::vector<Meeting> copied_rows(const Split& split, const RepeatedRows& equal);

/// Held-out rows where they must not be.
struct Leak {
  std::string kind;  ///< "queries-in-database"
  std::size_t count = 0, of = 0;
  std::string what;  ///< that are counted: "test queries"
  Rows rows;         ///< those that are counted, ascending
};

/// "queries-in-database: 500 of 5000 test queries (rows 12, 40, ...)"
std::string leak_text(const Leak& leak);

/// The meetings that are leaks, named `prefix` + "queries-in-database": all of test queries, and
/// with a database that is held out all with the database.
std::vector<Leak> meeting_leaks(const std::vector<Meeting>& meetings, const std::string& prefix,
                                const Split& split, RankedRows ranked);

/// Held-out rows that fitted something: "mean-fitted-on-queries", "mean-fitted-on-database"; or
/// "mean-over-everything" if every row of every part did.
std::vector<Leak> fitted_leaks(const FittedRows& fitted, const Split& split, RankedRows ranked);

}  // namespace hashlab
