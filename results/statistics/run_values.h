#pragma once

#include "results/format/table_format.h"
#include "results/record/rows.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The coordinates of a number in a table, apart from the metric.
struct Combination {
  std::string split, hasher;
  CodeBits bits;
  auto operator<=>(const Combination&) const = default;
};

/// The values of one metric by run number.
using RunValues = std::map<std::size_t, double>;

/// The values of each combination by run. NaN values (means over no query) are left out; a
/// combination with only such values has no runs.
/// Errors:  invalid_argument if rows are of several data sets or a run is there twice; numerical if
///          a value is infinite.
std::map<Combination, RunValues> runs_by_combination(const std::vector<ResultRow>& rows,
                                                     std::string_view metric);

/// The values in the order of the run numbers.
std::vector<double> values_of(const RunValues& runs);

/// Appends a value if it is not in the list yet, so that a list keeps the order of first
/// appearance.
template <typename Value>
void add_once(std::vector<Value>& list, const Value& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

/// The values of the runs that both have, in the order of the run numbers.
struct PairedRuns {
  std::vector<double> a, b;

  PairedRuns(const RunValues& runs_a, const RunValues& runs_b);
};

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
