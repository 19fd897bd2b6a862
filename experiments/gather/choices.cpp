#include "experiments/gather/choices.h"

#include "lib/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {

void Choices::add(const Cell& cell, const results::CellRecord& record) {
  if (record.choice.empty() || !cell.method.chooses()) return;
  const Place place{cell.method.name(), cell.bits, cell.split};
  if (!runs_.contains(place)) first_.push_back(cell);
  ++runs_[place][record.choice];
}

std::vector<std::string> Choices::notes() const {
  std::vector<std::string> notes;
  for (const Cell& cell : first_) {
    const auto& runs_of = runs_.at({cell.method.name(), cell.bits, cell.split});
    std::vector<std::pair<std::size_t, std::string>> chosen;
    if (const Grid* grid = cell.method.grid()) {
      for (const Grid::Point& point : grid->points) {
        const auto found = runs_of.find(point.hasher->name);
        if (found != runs_of.end()) chosen.emplace_back(found->second, point.settings);
      }
    } else {
      for (const auto& [hasher, runs] : runs_of) chosen.emplace_back(runs, hasher);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (const auto& [runs, settings] : chosen) {
      text += text.empty() ? fmt::format("{} in {} run{}", settings, runs, runs == 1 ? "" : "s")
                           : fmt::format(", {} in {}", settings, runs);
    }
    notes.push_back(fmt::format("{} at {} bits, {}: {}", cell.method.name(), cell.bits.value(),
                                cell.split, text));
  }
  const auto has = [&](bool is_auto) {
    return std::any_of(first_.begin(), first_.end(),
                       [=](const Cell& cell) { return cell.method.is_auto() == is_auto; });
  };
  if (has(true)) {
    const WorkBudget& budget = suite_.auto_budget;
    notes.insert(notes.begin(),
                 fmt::format("auto: chosen in each run by {}, on training and validation rows, "
                             "within {} {}",
                             selection_metric(suite_), work_budget_text(budget),
                             budget.units > 0 ? "units of work" : "of the full grid's work"));
  }
  if (has(false)) {
    notes.insert(notes.begin(),
                 fmt::format("tuned: settings of the highest {} of the validation queries against "
                             "the validation database, chosen in each run",
                             selection_metric(suite_)));
  }
  return notes;
}

}  // namespace hashlab::experiments
