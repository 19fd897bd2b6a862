#pragma once

#include "results/format/table_format.h"
#include "results/statistics/run_values.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

// The values of a method over runs, formatted as cells of tables.

/// The rows of a table, still without cells: one for each method, even if its name repeats in
/// `hashers`. Methods with the same projection stand together. Projections, and the methods of
/// each, are in order of first appearance. Each projection is one block, unless every block would
/// have a single row.
std::vector<TableRow> rows_by_projection(const std::vector<std::string>& hashers);

/// A number with this many decimals, 0 .. 17.
/// Errors:  invalid_argument if precision is above 17.
std::string fixed(double value, std::size_t precision);

/// A number with this many decimals, 0 .. 17, and a leading + or -.
/// Errors:  invalid_argument if precision is above 17.
std::string fixed_signed(double value, std::size_t precision);

/// A p-value: four decimals, or "<0.0001".
std::string p_text(double p);

/// Mean ± standard deviation, with the number of runs as a note if it is not `usual_runs`; "-"
/// without runs.
TableCell mean_cell(const RunValues& runs, std::size_t usual_runs, std::size_t precision);

/// A footnote that explains the cells of mean_cell(). `some_have_fewer`: some cells are means over
/// fewer than `usual_runs` runs.
std::string mean_footnote(std::size_t usual_runs, bool some_have_fewer);

/// "a, b, c": at most eight names, then the number of further ones.
std::string listed(const std::vector<std::string>& names);

}  // namespace hashlab::results
