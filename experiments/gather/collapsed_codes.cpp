#include "experiments/gather/collapsed_codes.h"

#include "results/format/run_cells.h"
#include "results/record/fact_names.h"
#include "results/statistics/run_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr double large_bucket = 0.1;

}  // namespace

void CollapsedCodes::add(const Cell& cell, const results::CellRecord& record) {
  const auto share = record.facts.find(results::fact_names::largest_bucket);
  if (share == record.facts.end()) return;  // a reference ranking
  Shares& shares = shares_[{cell.method.name(), cell.bits, cell.split}];
  shares.sum += share->second;
  ++shares.runs;
}

std::vector<std::string> CollapsedCodes::notes() const {
  std::vector<std::pair<double, std::string>> collapsed;
  for (const auto& [place, shares] : shares_) {
    const auto& [method, bits, split] = place;
    if (shares.mean() < large_bucket) continue;
    collapsed.emplace_back(shares.mean(), fmt::format("{} at {} bits, {}: {:.0f} %", method,
                                                      bits.value(), split, 100 * shares.mean()));
  }
  if (collapsed.empty()) return {};
  std::stable_sort(collapsed.begin(), collapsed.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> names;
  for (auto& [share, text] : collapsed) names.push_back(std::move(text));
  return {fmt::format(
      "a single code stands for a tenth of the database or more, so the order of those items is "
      "chance ('--ties' shows the range of scores): {}",
      results::listed(names))};
}

}  // namespace hashlab::experiments
