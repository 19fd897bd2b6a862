#include "experiments/gather/notes/registry.h"
#include "results/format/run_cells.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr double large_bucket = 0.1;

/// Finds methods that give a large share of the database the same code. A ranking does not
/// distinguish items with the same code, so the score of such a method depends largely on chance.
class CollapsedCodes : public Note {
 public:
  void add(const Cell& cell, const results::CellRecord& record) override {
    const auto share = record.facts.find(results::fact_names::largest_bucket);
    if (share == record.facts.end()) return;  // a reference ranking
    Shares& shares = shares_[{cell.method.name(), cell.bits, cell.split}];
    shares.sum += share->second;
    ++shares.runs;
  }

  /// One line that names the methods whose mean share over runs is a tenth or more, the largest
  /// first and at most eight.
  std::vector<std::string> lines() const override {
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

 private:
  struct Shares {
    double sum = 0;
    std::size_t runs = 0;
    double mean() const { return sum / static_cast<double>(runs); }
  };
  using Place = std::tuple<std::string, results::CodeBits, std::string>;  ///< method, bits, split
  std::map<Place, Shares> shares_;
};

}  // namespace

std::unique_ptr<Note> notes::collapsed_codes(const NotedStudy&) {
  return std::make_unique<CollapsedCodes>();
}

}  // namespace hashlab::experiments
