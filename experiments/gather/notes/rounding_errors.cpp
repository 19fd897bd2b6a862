#include "experiments/gather/notes/registry.h"
#include "results/format/run_cells.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hashlab::experiments {
namespace {

/// Finds methods with hash dimensions that consist of rounding errors (see
/// hashers::rounding_dimensions).
class RoundingErrors : public Note {
 public:
  void add(const Cell& cell, const results::CellRecord& record) override {
    const auto found = record.facts.find(results::fact_names::rounding_dimensions);
    if (found == record.facts.end()) return;
    double& most = most_[fmt::format("{} at {} bits", cell.method.name(), cell.bits.value())];
    most = std::max(most, found->second);
  }

  /// One line that names at most eight methods.
  std::vector<std::string> lines() const override {
    if (most_.empty()) return {};
    std::vector<std::string> names;
    for (const auto& [name, most] : most_) names.push_back(fmt::format("{}: {:.0f}", name, most));
    return {fmt::format(
        "hash dimensions without variance in the samples, which hold rounding errors alone: their "
        "bits may differ on another machine; use fewer bits: {}",
        results::listed(names))};
  }

 private:
  std::map<std::string, double> most_;  // largest number in the cells of a method and code length
};

}  // namespace

std::unique_ptr<Note> notes::rounding_errors(const NotedStudy&) {
  return std::make_unique<RoundingErrors>();
}

}  // namespace hashlab::experiments
