#include "experiments/gather/notes/registry.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Counts how often each setting was chosen. Methods with a grid, and the method `auto`, choose
/// their settings in every run.
class Choices : public Note {
 public:
  explicit Choices(const NotedStudy& study) : suite_(study.manifest.suite) {}

  void add(const Cell& cell, const results::CellRecord& record) override;
  /// How the choices were made, then one line for each method, code length and splitting protocol,
  /// with the most frequent choice first: "itq+npq:tuned at 32 bits, improved: alpha=0.5,beta=1 in
  /// 7 runs, alpha=1,beta=2 in 3". If the codes of a choice have another length than requested, the
  /// line states it: "itq+npq:thresholds=7 (63 bits) in 2 runs".
  std::vector<std::string> lines() const override;

 private:
  using Place = std::tuple<std::string, results::CodeBits, std::string>;  ///< method, bits, split
  std::string line_of(const Cell& cell) const;
  std::string bits_note(const Place& place, const std::string& hasher) const;

  const Suite& suite_;
  std::vector<Cell> first_;                                   ///< the first cell of each place,
                                                              ///< in order of appearance
  std::map<Place, std::map<std::string, std::size_t>> runs_;  ///< by chosen method
  std::map<Place, std::map<std::string, std::set<std::size_t>>> code_bits_;  ///< likewise
};

void Choices::add(const Cell& cell, const results::CellRecord& record) {
  if (record.choice.empty() || !cell.method.chooses()) return;
  const Place place{cell.method.name(), cell.bits, cell.split};
  if (!runs_.contains(place)) first_.push_back(cell);
  ++runs_[place][record.choice];
  const auto bits = record.facts.find(results::fact_names::code_bits);
  if (bits == record.facts.end()) return;
  code_bits_[place][record.choice].insert(static_cast<std::size_t>(bits->second));
}

std::vector<std::string> Choices::lines() const {
  const auto has = [&](bool is_auto) {
    return std::any_of(first_.begin(), first_.end(),
                       [=](const Cell& cell) { return cell.method.is_auto() == is_auto; });
  };
  std::vector<std::string> lines;
  if (has(false)) {
    lines.push_back(
        fmt::format("tuned: settings of the highest {} of the validation queries against "
                    "the validation database, chosen in each run",
                    selection_metric(suite_)));
  }
  if (has(true)) {
    const WorkBudget& budget = suite_.auto_budget;
    lines.push_back(
        fmt::format("auto: chosen in each run by {}, on training and validation rows, "
                    "within {} {}",
                    selection_metric(suite_), work_budget_text(budget),
                    budget.units > 0 ? "units of work" : "of the full grid's work"));
  }
  for (const Cell& cell : first_) lines.push_back(line_of(cell));
  return lines;
}

std::string Choices::line_of(const Cell& cell) const {
  const Place place{cell.method.name(), cell.bits, cell.split};
  const auto& runs_of = runs_.at(place);
  std::vector<std::pair<std::size_t, std::string>> chosen;
  if (const Grid* grid = cell.method.grid()) {
    for (const Grid::Point& point : grid->points) {
      const auto found = runs_of.find(point.hasher->name);
      if (found == runs_of.end()) continue;
      chosen.emplace_back(found->second, point.settings + bits_note(place, point.hasher->name));
    }
  } else {
    for (const auto& [hasher, runs] : runs_of) {
      chosen.emplace_back(runs, hasher + bits_note(place, hasher));
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (const auto& [runs, settings] : chosen) {
    text += text.empty() ? fmt::format("{} in {} run{}", settings, runs, runs == 1 ? "" : "s")
                         : fmt::format(", {} in {}", settings, runs);
  }
  return fmt::format("{} at {} bits, {}: {}", cell.method.name(), cell.bits.value(), cell.split,
                     text);
}

/// " (63 bits)" or " (61 to 63 bits)"; empty if all codes have the requested length.
std::string Choices::bits_note(const Place& place, const std::string& hasher) const {
  const auto at = code_bits_.find(place);
  if (at == code_bits_.end()) return "";
  const auto found = at->second.find(hasher);
  if (found == at->second.end()) return "";
  const std::size_t least = *found->second.begin(), most = *found->second.rbegin();
  if (least == most && most == std::get<results::CodeBits>(place)) return "";
  return least == most ? fmt::format(" ({} bits)", least)
                       : fmt::format(" ({} to {} bits)", least, most);
}

}  // namespace

std::unique_ptr<Note> notes::choices(const NotedStudy& study) {
  return std::make_unique<Choices>(study);
}

}  // namespace hashlab::experiments
