// Metrics of graded relevance: an item is the more relevant, the more labels it shares.
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <variant>

namespace hashlab::results::scores {
namespace {

constexpr const char* graded_scores_key = "graded-scores";

/// The graded metric of this name; nothing for another name.
std::optional<Metric> graded_metric(std::string_view name) {
  try {
    Metric found = metric(name);
    if (found.graded) return found;
  } catch (const Error&) {
  }
  return std::nullopt;
}

/// For each number of labels >= 1 that a query and an item can share: the items that share so many,
/// without those that the run leaves out.
std::vector<Relevance> relevance_by_degree(const ScoredRun& run) {
  const Labels queries = labels_of_rows(run.dataset.labels, run.test_queries),
               database = labels_of_rows(run.dataset.labels, run.test_database);
  std::vector<Relevance> degrees;
  const std::size_t highest = std::min(max_classes(queries), max_classes(database));
  for (std::size_t least = 1; least <= std::max<std::size_t>(highest, 1); ++least) {
    degrees.push_back(class_relevance(queries, database, least));
    degrees.back().ignored = run.relevance.ignored;
  }
  return degrees;
}

/// The counts of a ranking by codes with those of shared labels.
RankCounts graded_counts(const Ranker& ranker, const std::vector<Relevance>& degrees) {
  RankCounts counts = ranker.all_counts(degrees.front());
  auto& at_least = std::get<CodeDistances>(counts.distances).at_least.emplace();
  for (std::size_t i = 1; i < degrees.size(); ++i) {
    at_least.push_back(ranker.all_counts(degrees[i]).relevant);
  }
  return counts;
}

class GradedScores final : public CellScore {
 public:
  explicit GradedScores(std::vector<Metric> metrics = {}) : metrics_(std::move(metrics)) {}

  ScoreInfo info() const override {
    return {graded_scores_key,
            "also record metrics in which an item counts by the number of labels that it shares "
            "with the query, whatever the ground truth: acg@K, graded-ndcg@K, wap, wap@K; separate "
            "several by spaces. Example: graded-ndcg@100 acg@100",
            graded_scores_key, Ranked::codes};
  }

  std::unique_ptr<CellScore> with(const std::string& value) const override {
    std::vector<Metric> metrics;
    std::istringstream words(value);
    for (std::string word; words >> word;) {
      const auto found = graded_metric(word);
      if (!found) {
        refuse(
            fmt::format("option '{}' = '{}', must be a metric of graded relevance, such as "
                        "graded-ndcg@100, acg@100 or wap",
                        graded_scores_key, word));
      }
      const auto is_same = [&](const Metric& m) { return m.name == found->name; };
      if (std::any_of(metrics.begin(), metrics.end(), is_same)) {
        refuse(fmt::format("option '{}' names '{}' twice: leave one out", graded_scores_key,
                           found->name));
      }
      metrics.push_back(*found);
    }
    return std::make_unique<GradedScores>(std::move(metrics));
  }
  std::string text() const override {
    std::vector<std::string> names;
    for (const Metric& metric : metrics_) names.push_back(metric.name);
    return fmt::format("{}", fmt::join(names, " "));
  }

  std::optional<Metric> recorded(std::string_view name) const override {
    auto found = graded_metric(name);
    if (found) found->value = nullptr;
    return found;
  }

  std::string why_not_recorded(const std::string& name) const override {
    const auto found = graded_metric(name);
    const auto is_same = [&](const Metric& m) { return m.name == found->name; };
    if (!found || std::any_of(metrics_.begin(), metrics_.end(), is_same)) return "";
    return fmt::format(
        "metric '{}' is a count of shared labels that no cell records: add '{}' to graded-scores",
        name, found->name);
  }

  std::string misfit(const ScoredData& data) const override {
    if (!data.labels.multi.is_empty()) return "";
    return fmt::format(
        "{}: {}, but graded-scores count how many labels are shared: import it again with --labels "
        "FILE of a column of 0 and 1 for each label, or leave graded-scores out",
        data.path, data.labels.empty() ? "has no '/labels'" : "has one class for each sample");
  }

  AddScores of_run(const ScoredRun& run) const override {
    return [metrics = metrics_, degrees = relevance_by_degree(run)](
               CellRecord& record, const ScoredRun&, const ScoredRanking& ranking) {
      const Stopwatch watch;
      const RankCounts counts = graded_counts(ranking.tested, degrees);
      for (const Metric& m : metrics) record.metrics[m.name] = m.value(counts);
      record.seconds[graded_scores_key] = watch.seconds();
    };
  }

 private:
  std::vector<Metric> metrics_;
};

}  // namespace

std::unique_ptr<CellScore> graded_scores() {
  return std::make_unique<GradedScores>();
}

}  // namespace hashlab::results::scores
