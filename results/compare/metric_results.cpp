#include "results/compare/metric_results.h"

#include "lib/error.h"
#include "lib/options.h"
#include "results/format/run_cells.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {

RunValues MetricResults::at(const std::string& hasher, CodeBits b, const std::string& split) const {
  const auto found = runs.find({split, hasher, recorded_bits(hasher, b)});
  return found == runs.end() ? RunValues() : found->second;
}

bool MetricResults::is_reference(const std::string& hasher) const {
  return contains(references, hasher);
}

CodeBits MetricResults::recorded_bits(const std::string& hasher, CodeBits b) const {
  return is_reference(hasher) ? std::nullopt : b;
}

bool MetricResults::records(const std::string& hasher, CodeBits b) const {
  return !is_reference(hasher) || b == bits.front();
}

MetricResults metric_results(const std::vector<ResultRow>& rows, const std::string& metric) {
  MetricResults results;
  results.metric = metric;
  results.runs = runs_by_combination(rows, metric);
  std::vector<std::string> metrics;
  std::vector<std::string> splits;
  for (const ResultRow& row : rows) {
    add_once(metrics, row.metric);
    if (row.metric != metric) continue;
    results.dataset = name_in_direction(row.dataset, row.direction);
    add_once(splits, row.split);
    if (!row.bits) {
      add_once(results.references, row.hasher);
      continue;
    }
    add_once(results.hashers, row.hasher);
    add_once(results.bits, row.bits);
  }
  if (results.runs.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no result of metric '{}'{}, there are: {}", metric,
                            suggestion(metric, metrics),
                            metrics.empty() ? "none at all" : listed(metrics)));
  }
  std::sort(results.bits.begin(), results.bits.end());
  if (results.bits.empty()) results.bits.emplace_back();
  for (const char* split : {"literature", "improved"}) {
    if (contains(splits, split)) results.splits.emplace_back(split);
  }
  for (const std::string& split : splits) add_once(results.splits, split);
  for (const auto& [combination, runs] : results.runs) {
    results.usual_runs = std::max(results.usual_runs, runs.size());
  }
  return results;
}

std::vector<TableRow> rows_of(const MetricResults& results) {
  std::vector<TableRow> rows = rows_by_projection(results.hashers);
  bool starts_block = !rows.empty();
  for (const std::string& reference : results.references) {
    rows.push_back({reference, {}, starts_block});
    starts_block = false;
  }
  return rows;
}

void name_references(TableGrid& grid, const MetricResults& results) {
  for (TableRow& row : grid.rows) {
    if (results.is_reference(row.name)) row.name += " (uncompressed)";
  }
}

std::string table_caption(const MetricResults& results, std::string_view what) {
  return fmt::format("{} on {}{}", results.metric, results.dataset, what);
}

std::string bits_heading(CodeBits bits) {
  return bits ? fmt::format("{} bits", *bits) : "no codes";
}

bool contains(const std::vector<std::string>& list, const std::string& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace hashlab::results
