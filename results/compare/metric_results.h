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

/// The expected score of a random ranking under one metric, for each split and run. It depends only
/// on the queries and databases, not on training.
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

  /// The values by run of a method at `b` bits under protocol `split`; empty if there are none. An
  /// uncompressed baseline has the same values for all bits.
  RunValues at(const std::string& hasher, CodeBits b, const std::string& split) const;
  bool is_reference(const std::string& hasher) const;
  /// The bits by which the results of a method in column `b` are stored: none for an uncompressed
  /// baseline, otherwise `b`.
  CodeBits recorded_bits(const std::string& hasher, CodeBits b) const;
  /// True if the plain data of a table (Table::records) has a line for the method `hasher` in
  /// column `b`. An uncompressed baseline has the same value in every column, so it has a line only
  /// for the first.
  bool records(const std::string& hasher, CodeBits b) const;
};

/// The results of one metric in `rows`.
/// Errors:  invalid_argument if no row has the metric; those of runs_by_combination.
MetricResults metric_results(const std::vector<ResultRow>& rows, const std::string& metric);

/// The rows of a table, still without cells: one for each method, then one for each uncompressed
/// baseline. The rows have the names by which results are looked up. Call name_references() before
/// they are printed.
std::vector<TableRow> rows_of(const MetricResults& results);
/// Appends " (uncompressed)" to the names of the rows of uncompressed baselines.
void name_references(TableGrid& grid, const MetricResults& results);

/// "METRIC on DATASET", followed by `what`.
std::string table_caption(const MetricResults& results, std::string_view what);

/// The heading of the columns of a code length: "32 bits", or "no codes".
std::string bits_heading(CodeBits bits);

bool contains(const std::vector<std::string>& list, const std::string& value);

}  // namespace hashlab::results
