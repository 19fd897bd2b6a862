#pragma once

#include "results/format/table_format.h"
#include "results/statistics/run_values.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::results {

/// Two splitting protocols of the same runs; differences are the first minus the second.
using Strategies = std::pair<std::string, std::string>;

/// The score of an uninformative ranking by one metric, by split and run. It depends only on the
/// databases, not on training.
using ChanceValues = std::map<std::string, RunValues>;

/// The results of one metric and the axes of its tables.
struct MetricResults {
  std::string dataset, metric;
  std::map<Combination, RunValues> runs;
  std::vector<std::string> hashers;     ///< in order of first appearance
  std::vector<std::string> references;  ///< uncompressed baselines, which have no bits
  std::vector<CodeBits> bits;           ///< ascending; a single empty entry if all are references
  std::vector<std::string> splits;      ///< literature, improved, then in order of appearance
  std::size_t usual_runs = 0;           ///< the largest number of runs of any combination
  ChanceValues chance = {};             ///< empty if it is not known

  /// The values by run; empty if there are none. An uncompressed baseline has the same values for
  /// all bits.
  RunValues at(const std::string& hasher, CodeBits b, const std::string& split) const;
  bool is_reference(const std::string& hasher) const;
  /// The bits that a record for column `b` states: none for an uncompressed baseline, otherwise
  /// `b`.
  CodeBits recorded_bits(const std::string& hasher, CodeBits b) const;
  /// True if column `b` of this row has a record. An uncompressed baseline has the same value in
  /// every column, so it has a record only for the first.
  bool records(const std::string& hasher, CodeBits b) const;
};

/// Errors:  invalid_argument if no row has the metric; as runs_by_combination.
MetricResults metric_results(const std::vector<ResultRow>& rows, const std::string& metric);

/// Empty table rows for all methods, then for the uncompressed baselines. The rows have the names
/// by which results are looked up; name_references then gives the baselines the names that are
/// printed.
std::vector<TableRow> rows_of(const MetricResults& results);
void name_references(TableGrid& grid, const MetricResults& results);

std::string table_caption(const MetricResults& results, std::string_view what);

/// "32 bits", "no codes".
std::string bits_heading(CodeBits bits);

bool contains(const std::vector<std::string>& list, const std::string& value);

}  // namespace hashlab::results
