#include "results/statistics/run_values.h"

#include "lib/error.h"
#include "lib/method_name.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <cmath>

namespace hashlab::results {
namespace {

constexpr std::size_t most_listed = 8;

void check_precision(std::size_t precision) {
  if (precision <= 17) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("table precision = {}, must be 0 .. 17", precision));
}

std::string described(const ResultRow& row) {
  return fmt::format("{} {} {} bits {} run {}", row.metric, row.hasher, stored_bits(row.bits),
                     row.split, row.run);
}

}  // namespace

std::map<Combination, RunValues> runs_by_combination(const std::vector<ResultRow>& rows,
                                                     std::string_view metric) {
  std::map<Combination, RunValues> runs;
  for (const ResultRow& row : rows) {
    if (row.dataset != rows.front().dataset) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("results of data sets '{}' and '{}' in one table, expected one data "
                              "set, make a table of each",
                              rows.front().dataset, row.dataset));
    }
    if (row.metric != metric) continue;
    RunValues& of_combination = runs[{row.split, row.hasher, row.bits}];
    if (std::isnan(row.value)) continue;  // a mean over no query
    if (!std::isfinite(row.value)) {
      throw Error(ErrorCode::numerical, fmt::format("result {} is {}, expected a finite value",
                                                    described(row), row.value));
    }
    if (!of_combination.emplace(row.run, row.value).second) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("result {} is there twice, remove the stale one", described(row)));
    }
  }
  return runs;
}

std::vector<double> values_of(const RunValues& runs) {
  std::vector<double> values;
  for (const auto& [run, value] : runs) values.push_back(value);
  return values;
}

PairedRuns::PairedRuns(const RunValues& runs_a, const RunValues& runs_b) {
  for (const auto& [run, value] : runs_a) {
    const auto partner = runs_b.find(run);
    if (partner == runs_b.end()) continue;
    a.push_back(value);
    b.push_back(partner->second);
  }
}

std::vector<TableRow> rows_by_projection(const std::vector<std::string>& hashers) {
  std::vector<std::string> projections;
  std::vector<std::string> names;
  for (const std::string& hasher : hashers) {
    add_once(projections, parse_method_name(hasher).projection);
    add_once(names, hasher);
  }
  const bool blocks = names.size() > projections.size();
  std::vector<TableRow> rows;
  for (const std::string& projection : projections) {
    bool starts_block = blocks && !rows.empty();
    for (const std::string& name : names) {
      if (parse_method_name(name).projection != projection) continue;
      rows.push_back({name, {}, starts_block});
      starts_block = false;
    }
  }
  return rows;
}

std::string fixed(double value, std::size_t precision) {
  check_precision(precision);
  return fmt::format("{:.{}f}", value, precision);
}

std::string fixed_signed(double value, std::size_t precision) {
  check_precision(precision);
  return fmt::format("{:+.{}f}", value, precision);
}

std::string p_text(double p) {
  return p < 0.0001 ? "<0.0001" : fixed(p, 4);
}

TableCell mean_cell(const RunValues& runs, std::size_t usual_runs, std::size_t precision) {
  TableCell cell;
  if (runs.empty()) return cell;
  const std::vector<double> values = values_of(runs);
  cell.value = fixed(mean(values), precision);
  if (values.size() > 1) cell.spread = fixed(sample_standard_deviation(values), precision);
  if (values.size() != usual_runs) cell.note = std::to_string(values.size());
  return cell;
}

std::string mean_footnote(std::size_t usual_runs, bool some_have_fewer) {
  if (usual_runs == 1) return "one run, so there is no standard deviation";
  return fmt::format("mean ± standard deviation over {} runs{}", usual_runs,
                     some_have_fewer ? "; (n): over n runs only" : "");
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t shown = std::min(names.size(), most_listed);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

}  // namespace hashlab::results
