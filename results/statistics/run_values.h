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

/// What a number of a table is about, the metric apart.
struct Combination {
  std::string split, hasher;
  CodeBits bits;
  auto operator<=>(const Combination&) const = default;
};

/// The values of one metric by run number.
using RunValues = std::map<std::size_t, double>;

/// Those that are nan, means over no query, are left out; what has no others is there without runs.
/// Errors:  invalid_argument if rows are of several data sets or a run is there twice; numerical if
///          a value is infinite.
std::map<Combination, RunValues> runs_by_combination(const std::vector<ResultRow>& rows,
                                                     std::string_view metric);

/// In the order of the run numbers.
std::vector<double> values_of(const RunValues& runs);

/// Appends what is not there yet, so that a list keeps the order of first appearance.
template <typename Value>
void add_once(std::vector<Value>& list, const Value& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

/// The values of the runs that both have, in the order of the run numbers.
struct PairedRuns {
  std::vector<double> a, b;

  PairedRuns(const RunValues& runs_a, const RunValues& runs_b);
};

/// An empty table row for each hasher (names may repeat): those of one projection together, in
/// order of first appearance, one block a projection unless every block would have a single row.
std::vector<TableRow> rows_by_projection(const std::vector<std::string>& hashers);

/// A number with so many decimals, 0 .. 17.
/// Errors:  invalid_argument if precision is above 17.
std::string fixed(double value, std::size_t precision);

/// As fixed, with a leading + or -.
std::string fixed_signed(double value, std::size_t precision);

/// A p-value: four decimals, or "<0.0001".
std::string p_text(double p);

/// Mean ± standard deviation; the number of runs as a note if it is not `usual_runs`; "-" without
/// runs.
TableCell mean_cell(const RunValues& runs, std::size_t usual_runs, std::size_t precision);

/// mean_cell in words.
std::string mean_footnote(std::size_t usual_runs, bool some_have_fewer);

/// "a, b, c": at most eight names, then how many more.
std::string listed(const std::vector<std::string>& names);

}  // namespace hashlab::results
