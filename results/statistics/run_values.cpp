#include "results/statistics/run_values.h"

#include <fmt/format.h>
#include "lib/error.h"

#include <cmath>

namespace hashlab::results {
namespace {

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

}  // namespace hashlab::results
