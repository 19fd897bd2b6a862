#include "experiments/gather/rounding_notes.h"

#include "results/format/run_cells.h"
#include "results/record/fact_names.h"
#include "results/statistics/run_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {

void RoundingNotes::add(const Cell& cell, const results::CellRecord& record) {
  const auto found = record.facts.find(results::fact_names::rounding_dimensions);
  if (found == record.facts.end()) return;
  double& most = most_[fmt::format("{} at {} bits", cell.method.name(), cell.bits.value())];
  most = std::max(most, found->second);
}

std::vector<std::string> RoundingNotes::notes() const {
  if (most_.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, most] : most_) names.push_back(fmt::format("{}: {:.0f}", name, most));
  return {fmt::format(
      "hash dimensions without variance in the samples, which hold rounding errors alone: their "
      "bits may differ on another machine; use fewer bits: {}",
      results::listed(names))};
}

}  // namespace hashlab::experiments
