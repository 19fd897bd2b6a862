// Metrics averaged by class: classes with few queries count as much as classes with many.
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace hashlab::results::scores {
namespace {

using QueriesOfClasses = std::map<std::int32_t, Rows>;

constexpr const char* class_scores_key = "class-scores";
constexpr std::string_view by_class_suffix = "-by-class", worst_class_suffix = "-worst-class";

/// The name in CellRecord::facts of the number of the class that has the lowest mean.
std::string worst_class_fact(const Metric& metric) {
  return fmt::format("worst-class[{}]", metric.name);
}

/// True if the metric is a mean of values of single queries, and needs neither code distances nor
/// graded relevance.
bool has_values_of_queries(const Metric& metric) {
  return metric.averaging == Averaging::mean && !metric.by_code_distance && !metric.graded;
}

/// For each class of `labels`, the positions of the samples that have it, alone or among others.
QueriesOfClasses queries_of_classes(const Labels& labels) {
  QueriesOfClasses queries;
  for (std::uint32_t q = 0; q < labels.single.size(); ++q) queries[labels.single[q]].push_back(q);
  for (std::uint32_t q = 0; q < labels.multi.n_cols; ++q) {
    for (std::uint32_t c = 0; c < labels.multi.n_rows; ++c) {
      if (labels.multi(c, q) != 0) queries[static_cast<std::int32_t>(c)].push_back(q);
    }
  }
  return queries;
}

/// The mean over the queries of each class. Queries for which the metric is not defined are left
/// out, and so are classes that have no other queries.
std::map<std::int32_t, double> class_means(const Metric& metric, const RankCounts& counts,
                                           const QueriesOfClasses& queries) {
  std::vector<std::optional<double>> values(counts.n_queries);
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const RankCounts of_query = counts_of_query(counts, q);
    if (metric.defined(of_query)) values[q] = metric.value(of_query);
  }
  std::map<std::int32_t, double> means;
  for (const auto& [number, members] : queries) {
    double sum = 0;
    std::size_t n = 0;
    for (const std::uint32_t q : members) {
      sum += values[q].value_or(0.0);
      n += values[q] ? 1 : 0;
    }
    if (n > 0) means[number] = sum / static_cast<double>(n);
  }
  return means;
}

/// If several classes have the lowest mean, the first of them is recorded. If there is no mean,
/// both scores are 0, as other metrics are.
void add_class_scores(CellRecord& record, const Metric& metric, const RankCounts& counts,
                      const QueriesOfClasses& queries) {
  const std::map<std::int32_t, double> means = class_means(metric, counts, queries);
  double sum = 0;
  for (const auto& [number, mean] : means) sum += mean;
  double& average = record.metrics[fmt::format("{}{}", metric.name, by_class_suffix)];
  double& lowest = record.metrics[fmt::format("{}{}", metric.name, worst_class_suffix)];
  average = lowest = 0;
  if (means.empty()) return;
  const auto worst = std::min_element(
      means.begin(), means.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  average = sum / static_cast<double>(means.size());
  lowest = worst->second;
  record.facts[worst_class_fact(metric)] = worst->first;
}

class ClassScores final : public CellScore {
 public:
  explicit ClassScores(std::vector<Metric> metrics = {}) : metrics_(std::move(metrics)) {}

  ScoreInfo info() const override {
    return {class_scores_key,
            "also average metrics by class: the mean over classes of the mean over the queries of "
            "a class, and the lowest mean of a class. A query with several classes counts in each "
            "of them. Each metric must be a mean over queries; separate several by spaces. "
            "Example: map r-precision. Scores are recorded under names such as map-by-class and "
            "map-worst-class",
            class_scores_key};
  }

  std::unique_ptr<CellScore> with(const std::string& value) const override {
    std::vector<Metric> metrics;
    std::istringstream words(value);
    for (std::string word; words >> word;) {
      metrics.push_back(metric_named(word));
      const std::string& name = metrics.back().name;
      const auto is_same = [&](const Metric& m) { return m.name == name; };
      if (std::count_if(metrics.begin(), metrics.end(), is_same) > 1) {
        refuse(fmt::format("option '{}' names '{}' twice: leave one out", class_scores_key, name));
      }
    }
    return std::make_unique<ClassScores>(std::move(metrics));
  }
  std::string text() const override {
    std::vector<std::string> names;
    for (const Metric& metric : metrics_) names.push_back(metric.name);
    return fmt::format("{}", fmt::join(names, " "));
  }

  std::optional<Metric> recorded(std::string_view name) const override {
    const auto averaged = averaged_in(name);
    if (!averaged) return std::nullopt;
    const bool is_worst = name.ends_with(worst_class_suffix);
    Metric metric;
    metric.name =
        fmt::format("{}{}", averaged->name, is_worst ? worst_class_suffix : by_class_suffix);
    metric.definition = fmt::format(
        "{} the mean over the queries of a class (those with several classes count in each; "
        "classes without queries do not count) of this metric: {}",
        is_worst ? "lowest value of" : "mean over classes of", averaged->definition);
    metric.needs_relevant = averaged->needs_relevant;
    metric.defined = averaged->defined;
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    const auto averaged = averaged_in(metric);
    const auto is_same = [&](const Metric& m) { return m.name == averaged->name; };
    if (!averaged || std::any_of(metrics_.begin(), metrics_.end(), is_same)) return "";
    return fmt::format(
        "metric '{}' is a score by class that no cell records: add '{}' to class-scores", metric,
        averaged->name);
  }

  std::string misfit(const ScoredData& data) const override {
    if (!data.labels.empty()) return "";
    return fmt::format(
        "{}: has no '/labels', which class-scores need: import it again with --labels FILE, or "
        "leave class-scores out",
        data.path);
  }

  void check_rows(const Labels& labels, const Rows& queries, const Rows&) const override {
    if (!queries_of_classes(labels_of_rows(labels, queries)).empty()) return;
    refuse(
        fmt::format("class-scores: none of the {} test queries has a class, expected one or more: "
                    "leave class-scores out",
                    queries.size()));
  }

  AddScores of_run(const ScoredRun& run) const override {
    return [metrics = metrics_,
            queries = queries_of_classes(labels_of_rows(run.dataset.labels, run.test_queries))](
               CellRecord& record, const ScoredRun&, const ScoredRanking& ranking) {
      const Stopwatch watch;
      for (const Metric& m : metrics) add_class_scores(record, m, ranking.counts, queries);
      record.seconds[class_scores_key] = watch.seconds();
    };
  }

 private:
  static Metric metric_named(const std::string& name) {
    try {
      Metric found = metric(name);
      if (has_values_of_queries(found)) return found;
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("option '{}': {}", class_scores_key, error.what()));
    }
    refuse(
        fmt::format("option '{}' = '{}', must be a mean over queries that does not count within a "
                    "radius, such as map, r-precision or ndcg@100",
                    class_scores_key, name));
  }

  /// The metric that the name of a score of this family begins with; nothing for another name.
  static std::optional<Metric> averaged_in(std::string_view name) {
    for (const std::string_view suffix : {by_class_suffix, worst_class_suffix}) {
      if (!name.ends_with(suffix)) continue;
      try {
        Metric found = metric(name.substr(0, name.size() - suffix.size()));
        if (has_values_of_queries(found)) return found;
      } catch (const Error&) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::vector<Metric> metrics_;
};

}  // namespace

std::unique_ptr<CellScore> class_scores() {
  return std::make_unique<ClassScores>();
}

}  // namespace hashlab::results::scores
