#include "experiments/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab {

void Choices::add(const Cell& cell, const CellRecord& record) {
  if (record.choice.empty()) return;
  const Place place{cell.hasher, cell.bits, cell.split};
  if (!runs_.contains(place)) places_.push_back(place);
  ++runs_[place][record.choice];
}

std::vector<std::string> Choices::notes() const {
  std::vector<std::string> notes;
  for (const Place& place : places_) {
    const auto& [method, bits, split] = place;
    std::vector<std::pair<std::size_t, std::string>> chosen;
    for (const Grid::Point& point : find_grid(suite_, method)->points) {
      const auto found = runs_.at(place).find(point.hasher);
      if (found != runs_.at(place).end()) chosen.emplace_back(found->second, point.settings);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (const auto& [runs, settings] : chosen) {
      text += text.empty() ? fmt::format("{} in {} run{}", settings, runs, runs == 1 ? "" : "s")
                           : fmt::format(", {} in {}", settings, runs);
    }
    notes.push_back(fmt::format("{} at {} bits, {}: {}", method, bits, split, text));
  }
  if (!notes.empty()) {
    notes.insert(notes.begin(),
                 fmt::format("tuned: settings of the highest {} of the validation queries against "
                             "the validation database, chosen in each run",
                             selection_metric(suite_)));
  }
  return notes;
}

}  // namespace hashlab
