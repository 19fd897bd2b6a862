#pragma once

#include "results/statistics/run_values.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// Two splitting strategies of the same runs; differences are the first less the second.
using Strategies = std::pair<std::string, std::string>;

/// What a ranking that knows nothing scores by one metric, by split and run: what there is to find
/// in the databases, whatever was learned.
using ChanceValues = std::map<std::string, RunValues>;

/// The results of one metric and the axes of its tables.
struct MetricResults {
  std::string dataset, metric;
  std::map<Combination, RunValues> runs;
  std::vector<std::string> hashers;     ///< in order of first appearance
  std::vector<std::string> references;  ///< those without bits, apart from the hashers
  std::vector<CodeBits> bits;           ///< ascending; one without codes if all are references
  std::vector<std::string> splits;      ///< literature, improved, then as they come
  std::size_t usual_runs = 0;           ///< the most runs of any combination
  ChanceValues chance = {};             ///< empty if it is not known

  /// Empty if there are none. A reference ranking is the same for any number of bits.
  RunValues at(const std::string& hasher, CodeBits b, const std::string& split) const;
  bool is_reference(const std::string& hasher) const;
  /// The bits that a record of a column tells.
  CodeBits recorded_bits(const std::string& hasher, CodeBits b) const;
  /// Whether a column is the first that shows a result: of a reference only that is recorded.
  bool records(const std::string& hasher, CodeBits b) const;
};

/// Errors:  invalid_argument if no row has the metric; as runs_by_combination.
MetricResults metric_results(const std::vector<ResultRow>& rows, const std::string& metric);

/// Empty table rows of all hashers, then of the references, under the names by which results are
/// looked up. name_references replaces those of references by what is printed.
std::vector<TableRow> rows_of(const MetricResults& results);
void name_references(TableGrid& grid, const MetricResults& results);

std::string table_caption(const MetricResults& results, std::string_view what);

/// "32 bits", "no codes".
std::string bits_heading(CodeBits bits);

bool contains(const std::vector<std::string>& list, const std::string& value);

}  // namespace hashlab::results
