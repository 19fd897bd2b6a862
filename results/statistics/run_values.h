#pragma once

#include "results/record/rows.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// The splitting protocol, method and code length of a number in a table.
struct Combination {
  std::string split, hasher;
  CodeBits bits;
  auto operator<=>(const Combination&) const = default;
};

/// The values of one metric by run number.
using RunValues = std::map<std::size_t, double>;

/// The values of `metric` in `rows`, by combination and run. NaN values (means over no query) are
/// left out; a combination that has only such values is kept, without runs.
/// Errors:  invalid_argument if the rows come from more than one data set, or if a combination has
///          two values for the same run; numerical if a value of the metric is infinite.
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

/// Two series of values over the runs that both have, in the order of the run numbers: a[i] and
/// b[i] are of the same run.
struct PairedRuns {
  std::vector<double> a, b;

  PairedRuns(const RunValues& runs_a, const RunValues& runs_b);
};

}  // namespace hashlab::results
