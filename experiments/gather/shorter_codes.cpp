#include "experiments/gather/shorter_codes.h"

#include "results/format/run_cells.h"
#include "results/record/fact_names.h"
#include "results/statistics/run_values.h"

#include <fmt/format.h>

namespace hashlab::experiments {

void ShorterCodes::add(const Cell& cell, const results::CellRecord& record) {
  const auto found = record.facts.find(results::fact_names::code_bits);
  if (found == record.facts.end() || !cell.bits || cell.method.chooses()) return;
  if (found->second >= static_cast<double>(*cell.bits)) return;
  lengths_[fmt::format("{} at {} bits", cell.method.name(), *cell.bits)] = found->second;
}

std::vector<std::string> ShorterCodes::notes() const {
  if (lengths_.empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, length] : lengths_)
    names.push_back(fmt::format("{}: {:.0f}", name, length));
  return {
      fmt::format("codes with fewer bits than asked for, because each dimension takes several: "
                  "{}",
                  results::listed(names))};
}

}  // namespace hashlab::experiments
