#include "experiments/gather/notes/registry.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr const char* stated_facts[] = {results::fact_names::test_queries,
                                        results::fact_names::test_database,
                                        results::fact_names::relevant_mean,
                                        results::fact_names::relevant_median,
                                        results::fact_names::queries_without_relevant,
                                        results::fact_names::duplicates_excluded};

/// The facts of one split that the note states, stored once for each run, with their means.
struct SplitFacts {
  std::map<std::size_t, std::map<std::string, double>> of_run;

  double mean(const std::string& fact) const {
    double sum = 0;
    for (const auto& [run, facts] : of_run) sum += facts.contains(fact) ? facts.at(fact) : 0;
    return sum / static_cast<double>(of_run.size());
  }
};

/// States what was ranked: ground truth, queries and items of each split, and the data set.
class RankedData : public Note {
 public:
  explicit RankedData(const NotedStudy& study) : study_(study) {}

  void add(const Cell& cell, const results::CellRecord& record) override {
    std::map<std::string, double> facts;
    for (const char* name : stated_facts) {
      const auto found = record.facts.find(name);
      if (found != record.facts.end()) facts[name] = found->second;
    }
    splits_[cell.split].of_run[cell.run] = std::move(facts);
  }

  std::vector<std::string> lines() const override {
    const Manifest& manifest = study_.manifest;
    const DatasetFacts& dataset = manifest.dataset;
    std::vector<std::string> lines = {
        fmt::format("ground truth {}", manifest.suite.ground_truth.recipe())};
    for (const std::string& split : manifest.suite.splits) {
      const auto facts = splits_.find(split);
      if (facts == splits_.end() || !study_.shown.shows_split(split)) continue;
      lines.push_back(split_line(split, facts->second));
    }
    lines.push_back(fmt::format("data set {}: {} x {}, checksum {}", manifest.dataset_name(),
                                dataset.size, dataset.dimensions, dataset.checksum.substr(0, 16)));
    const double repeats =
        splits_.empty() ? 0
                        : splits_.begin()->second.mean(results::fact_names::duplicates_excluded);
    if (repeats > 0) {
      lines.push_back(fmt::format("{:.0f} rows that equal an earlier one take no part", repeats));
    }
    return lines;
  }

 private:
  static std::string split_line(const std::string& split, const SplitFacts& facts) {
    return fmt::format(
        "{}: {:.0f} queries rank {:.0f} items; mean {:.1f}, median {:.1f} relevant items a query, "
        "{:.1f} % of queries with none",
        split, facts.mean(results::fact_names::test_queries),
        facts.mean(results::fact_names::test_database),
        facts.mean(results::fact_names::relevant_mean),
        facts.mean(results::fact_names::relevant_median),
        100 * facts.mean(results::fact_names::queries_without_relevant));
  }

  const NotedStudy study_;
  std::map<std::string, SplitFacts> splits_;
};

}  // namespace

std::unique_ptr<Note> notes::ranked_data(const NotedStudy& study) {
  return std::make_unique<RankedData>(study);
}

}  // namespace hashlab::experiments
