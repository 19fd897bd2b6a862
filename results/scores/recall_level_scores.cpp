// Precision at fixed levels of recall, interpolated as in the evaluations of TREC.
#include "lib/error.h"
#include "lib/metrics/cumulated.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "lib/stopwatch.h"
#include "results/scores/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace hashlab::results::scores {
namespace {

using Levels = std::vector<double>;

constexpr const char* recall_levels_key = "recall-levels";
constexpr std::string_view at_recall_prefix = "precision-at-recall-";
constexpr std::size_t max_levels = 20;

std::string name_at_recall(double level) {
  return fmt::format("{}{}", at_recall_prefix, number_text(level));
}

/// A number in (0, 1], or nothing.
std::optional<double> recall_level(std::string_view text) {
  const auto level = parse_real(text);
  return level && *level > 0.0 && *level <= 1.0 ? level : std::nullopt;
}

/// The interpolated precision of a query that has relevant items, at each of the recalls `levels`:
///   max over d with recall(d) >= level of precision(d).
/// A cut d is a radius, or the end of a tie of real-valued distances. It retrieves whole ties, so
/// the result does not depend on the order of tied items.
/// Source:  Manning, Raghavan & Schütze, "Introduction to Information Retrieval", 2008, section
///          8.4. Unlike this function, TREC's program trec_eval cuts at every item, and rounds
///          level * R for a query with R relevant items to a whole number.
Levels interpolated_precision(const Cumulated& query, const Levels& levels) {
  const std::size_t n = query.all.size();
  Levels highest(n);  // over the cuts from d on
  for (std::size_t d = n; d-- > 0;) {
    highest[d] = std::max(query.precision(d), d + 1 < n ? highest[d + 1] : 0.0);
  }
  Levels precision;
  for (const double level : levels) {
    std::size_t d = 0;
    while (query.recall(d) < level) ++d;  // ends: the last recall is 1
    precision.push_back(highest[d]);
  }
  return precision;
}

/// The mean over the queries with relevant items; 0 if there are none.
Levels mean_interpolated_precision(const RankCounts& counts, const Levels& levels) {
  Levels sums(levels.size());
  double n = 0;
  for_each_query_with_relevant(counts, [&](const Cumulated& query) {
    const Levels precision = interpolated_precision(query, levels);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += precision[i];
    ++n;
  });
  for (double& sum : sums) sum /= std::max(n, 1.0);
  return sums;
}

class RecallLevels final : public CellScore {
 public:
  explicit RecallLevels(Levels levels = {}) : levels_(std::move(levels)) {}

  ScoreInfo info() const override {
    return {recall_levels_key,
            "also compute the interpolated precision at these levels of recall, as TREC does: the "
            "highest precision at any radius that reaches the level, mean over queries. At most 20 "
            "levels above 0 and up to 1, separated by spaces. Example: 0.1 0.5 0.9. A score is "
            "recorded under a name such as precision-at-recall-0.5",
            recall_levels_key};
  }

  /// The levels are sorted, because their order changes no number and should change no recipe.
  std::unique_ptr<CellScore> with(const std::string& value) const override {
    Levels levels;
    std::istringstream words(value);
    for (std::string word; words >> word;) {
      const auto level = recall_level(word);
      if (!level) {
        refuse(
            fmt::format("option '{}' = '{}', must be numbers above 0 and up to 1, separated by "
                        "spaces, such as 0.1 0.5 0.9",
                        recall_levels_key, word));
      }
      if (std::find(levels.begin(), levels.end(), *level) != levels.end()) {
        refuse(fmt::format("option '{}' has the level {} twice: leave one out", recall_levels_key,
                           number_text(*level)));
      }
      levels.push_back(*level);
    }
    if (levels.size() > max_levels) {
      refuse(fmt::format("option '{}' has {} levels, must be at most {}: leave some out",
                         recall_levels_key, levels.size(), max_levels));
    }
    std::sort(levels.begin(), levels.end());
    return std::make_unique<RecallLevels>(std::move(levels));
  }
  std::string text() const override {
    std::vector<std::string> words;
    for (const double level : levels_) words.push_back(number_text(level));
    return fmt::format("{}", fmt::join(words, " "));
  }

  std::optional<Metric> recorded(std::string_view name) const override {
    const auto level = level_of(name);
    if (!level) return std::nullopt;
    Metric metric;
    metric.name = name_at_recall(*level);
    metric.definition = fmt::format(
        "interpolated precision at recall {}: the highest precision at any radius whose recall is "
        "at least this high; tied items are retrieved together; mean over queries, and queries "
        "without relevant items are left out",
        number_text(*level));
    metric.defined = [](const RankCounts& counts) {
      return queries_without_relevant(counts) < counts.n_queries;
    };
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    const auto level = level_of(metric);
    if (!level || std::find(levels_.begin(), levels_.end(), *level) != levels_.end()) return "";
    return fmt::format(
        "metric '{}' is at a level of recall that no cell records: add {} to recall-levels", metric,
        number_text(*level));
  }

  AddScores of_run(const ScoredRun&) const override {
    return [levels = levels_](CellRecord& record, const ScoredRun&, const ScoredRanking& ranking) {
      const Stopwatch watch;
      const Levels precision = mean_interpolated_precision(ranking.counts, levels);
      for (std::size_t i = 0; i < levels.size(); ++i) {
        record.metrics[name_at_recall(levels[i])] = precision[i];
      }
      record.seconds[recall_levels_key] = watch.seconds();
    };
  }

 private:
  /// The level in the name of a metric of this family; nothing for another name.
  static std::optional<double> level_of(std::string_view name) {
    if (!name.starts_with(at_recall_prefix)) return std::nullopt;
    return recall_level(name.substr(at_recall_prefix.size()));
  }

  Levels levels_;
};

}  // namespace

std::unique_ptr<CellScore> recall_level_scores() {
  return std::make_unique<RecallLevels>();
}

}  // namespace hashlab::results::scores
