#pragma once

#include "results/format/table_format.h"
#include "results/statistics/run_values.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

// Numbers of runs as the cells of tables show them.

/// An empty table row for each method (names may repeat). Methods of one projection stand together,
/// in order of first appearance. Each projection is one block, unless every block would have a
/// single row.
std::vector<TableRow> rows_by_projection(const std::vector<std::string>& hashers);

/// A number with this many decimals, 0 .. 17.
/// Errors:  invalid_argument if precision is above 17.
std::string fixed(double value, std::size_t precision);

/// As fixed, with a leading + or -.
std::string fixed_signed(double value, std::size_t precision);

/// A p-value: four decimals, or "<0.0001".
std::string p_text(double p);

/// Mean ± standard deviation, with the number of runs as a note if it is not `usual_runs`; "-"
/// without runs.
TableCell mean_cell(const RunValues& runs, std::size_t usual_runs, std::size_t precision);

/// An explanation of mean_cell, for a footnote.
std::string mean_footnote(std::size_t usual_runs, bool some_have_fewer);

/// "a, b, c": at most eight names, then the number of further ones.
std::string listed(const std::vector<std::string>& names);

}  // namespace hashlab::results
