// Scores of the labels of the nearest items, for test samples and for training samples.
#include "results/scores/label_scores.h"

#include "lib/error.h"
#include "lib/label_scores/label_score.h"
#include "lib/label_scores/names.h"
#include "lib/label_scores/two_sets.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/scores/registry.h"
#include "results/statistics/group_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace hashlab::results {
namespace {

using Groups = std::vector<std::vector<double>>;

constexpr const char* label_scores_key = "label-scores";
/// The fact that counts differences of two sets of classes within their bound, as a share of all.
constexpr const char* within_bound = "difference-within-bound";

/// Records the mean half width of an interval over partitions, if there are at least two groups.
void add_half_width(CellRecord& record, const char* bound, const std::string& score,
                    std::size_t partitions, std::size_t groups,
                    const std::function<double(std::size_t)>& half_width) {
  if (groups < 2) return;
  double sum = 0;
  for (std::size_t p = 0; p < partitions; ++p) sum += half_width(p);
  record.facts[fmt::format("{}[{}]", bound, score)] = sum / static_cast<double>(partitions);
}

/// Records the mean bound on the difference of two sets, and how often the difference is within it.
/// There is no bound if a set is one group, as for plain recall.
void add_two_sets(CellRecord& record, const std::string& score, const LabelScoreValue& value) {
  const std::size_t n = value.groups.size();
  double sum = 0;
  std::size_t within = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const SetScores scores{value.groups[p], value.others[p]};
    if (scores.first.size() < 2 || scores.second.size() < 2) return;
    const double bound = difference_half_width(scores.first, scores.second);
    sum += bound;
    within += scores.difference() <= bound ? 1 : 0;
  }
  const auto of_all = static_cast<double>(n);
  record.facts[fmt::format("{}[{}]", fact_names::clt_half_width, score)] = sum / of_all;
  record.facts[fmt::format("{}[{}]", within_bound, score)] = static_cast<double>(within) / of_all;
}

void add_groups(CellRecord& record, const std::string& score, const LabelScoreValue& value) {
  const Groups& groups = value.groups;
  if (groups.empty()) return;
  record.facts[fmt::format("{}[{}]", fact_names::labels_left_out, score)] =
      static_cast<double>(value.labels_left_out);
  if (value.single_rows) {
    record.facts[fmt::format("{}[{}]", fact_names::single_rows, score)] =
        static_cast<double>(*value.single_rows);
  }
  const std::size_t count = groups.front().size();
  record.facts[fmt::format("{}[{}]", fact_names::groups, score)] = static_cast<double>(count);
  const auto add = [&](const char* bound, double (*half_width)(std::span<const double>, double)) {
    add_half_width(record, bound, score, groups.size(), count,
                   [&](std::size_t p) { return half_width(groups[p], .95); });
  };
  add(fact_names::clt_half_width, clt_half_width);
  add(fact_names::student_half_width, student_half_width);
  add(fact_names::bernoulli_half_width, bernoulli_half_width);
  add_half_width(record, fact_names::hoeffding_half_width, score, groups.size(), count,
                 [&](std::size_t p) { return hoeffding_half_width(groups[p].size()); });
}

/// Adds a score of the test samples, the same score of the training samples ranked for each other,
/// their difference, and the bounds of grouped recall. A comparison of two sets is of the test
/// samples alone.
void add_label_score(CellRecord& record, const LabelScore& score, const ScoredRun& run,
                     const ScoredRanking& ranking, const Ranker& learned) {
  const Labels& labels = score.by_learned_classes ? run.learned_labels : run.dataset.labels;
  const Labels of_training = labels_of_rows(labels, run.training);
  const Labelled test = {ranking.tested, labels_of_rows(labels, run.test_queries),
                         labels_of_rows(labels, run.test_database), run.relevance.ignored};
  const Labelled training = {learned, of_training, of_training,
                             own_positions(run.training, run.training)};
  // One stream is enough: where test and training samples have the same labels they get the same
  // partitions, and otherwise the partitions are of different labels.
  const Rng rng = run.stream("label-groups");
  const LabelScoreValue of_test = score.kind == LabelScore::Kind::hit
                                      ? LabelScoreValue{metric(score.name).value(ranking.counts)}
                                      // hit@K is a metric of these counts
                                      : label_score(score, test, rng);
  record.metrics[score.name] = of_test.value;
  if (score.kind == LabelScore::Kind::two_sets) {
    add_two_sets(record, score.name, of_test);
    return;
  }
  const LabelScoreValue of_learned = label_score(score, training, rng);
  record.metrics[learned_score(score.name)] = of_learned.value;
  record.metrics[gap_score(score.name)] = of_learned.value - of_test.value;
  add_groups(record, score.name, of_test);
  add_groups(record, learned_score(score.name), of_learned);
  if (of_test.groups.empty() || of_learned.groups.front().size() < 2) return;
  add_half_width(record, fact_names::clt_half_width, gap_score(score.name), of_test.groups.size(),
                 of_test.groups.front().size(), [&](std::size_t p) {
                   return difference_half_width(of_learned.groups[p], of_test.groups[p]);
                 });
}

class LabelScores final : public CellScore {
 public:
  explicit LabelScores(std::vector<LabelScore> scores = {}) : scores_(std::move(scores)) {}

  ScoreInfo info() const override {
    return {label_scores_key,
            "also compute scores from the labels of the nearest items, on test samples and on "
            "training samples, and the gap between the two. hit@K: share of the queries with an "
            "item of their class among the first K; grouped-recall@K: the same within random "
            "groups of classes (labels: classes per group; partitions: random partitions into "
            "groups); knn@K: share of the queries whose class wins a vote of the K nearest items, "
            "each with the weight exp(similarity / sigma); few-shot@K: share of the queries whose "
            "nearest item has their class, among K drawn items of each of a few drawn classes "
            "(ways: classes; queries: queries of each; episodes: random draws); set-difference@K: "
            "difference between a share of the classes and the others by grouped recall, or by "
            "hit@K with labels=0. Separate scores by "
            "spaces, such as hit@1 grouped-recall@1:labels=10,partitions=10 knn@30:sigma=0.05 "
            "few-shot@5:ways=20",
            label_scores_key};
  }

  std::unique_ptr<CellScore> with(const std::string& value) const override {
    std::vector<LabelScore> scores;
    std::istringstream words(value);
    for (std::string word; words >> word;) {
      scores.push_back(parse_label_score(word));
      const std::string& name = scores.back().name;
      const auto is_same = [&](const LabelScore& score) { return score.name == name; };
      if (std::count_if(scores.begin(), scores.end(), is_same) > 1) {
        refuse(fmt::format("option '{}' names '{}' twice", label_scores_key, name));
      }
    }
    return std::make_unique<LabelScores>(std::move(scores));
  }
  std::string text() const override {
    std::string text;
    for (const LabelScore& score : scores_) text += (text.empty() ? "" : " ") + score.name;
    return text;
  }

  std::optional<Metric> recorded(std::string_view name) const override {
    Metric metric;
    metric.definition = label_score_definition(name);
    if (metric.definition.empty()) return std::nullopt;
    metric.name = canonical_label_score(name);
    metric.is_difference = is_gap_score(name);
    return metric;
  }

  std::string why_not_recorded(const std::string& metric) const override {
    const std::string name = label_score_of(metric);
    if (name.empty() || std::any_of(scores_.begin(), scores_.end(),
                                    [&](const LabelScore& score) { return score.name == name; })) {
      return "";
    }
    return fmt::format(
        "metric '{}' is a score by labels that no cell computes: add '{}' to label-scores", metric,
        name);
  }

  std::string misfit(const ScoredSuite& suite) const override {
    for (const LabelScore& score : scores_) {
      if (!score.by_learned_classes || suite.has_learn_classes) continue;
      return fmt::format(
          "score by labels '{}' is by coarser classes that methods learn from: add learn-classes",
          score.name);
    }
    return "";
  }

  std::string misfit(const ScoredData& data) const override {
    if (data.labels.single.empty()) {
      return fmt::format("{}: has no '/labels' with one class a row, which label-scores need",
                         data.path);
    }
    if (!data.uses_lists) return "";
    return "label-scores go with neither split = queries nor groundtruth = lists: leave them out";
  }

  AddScores of_run(const ScoredRun&) const override {
    return
        [scores = scores_](CellRecord& record, const ScoredRun& run, const ScoredRanking& ranking) {
          const Stopwatch watch;
          const std::unique_ptr<Ranker> learned = ranking.trained();
          for (const LabelScore& score : scores)
            add_label_score(record, score, run, ranking, *learned);
          record.seconds[label_scores_key] = watch.seconds();
        };
  }

 private:
  std::vector<LabelScore> scores_;
};

}  // namespace

std::vector<std::string> label_score_names(const CellScores& scores) {
  std::vector<std::string> names;
  std::istringstream words(scores.text_of(label_scores_key));
  for (std::string word; words >> word;) names.push_back(word);
  return names;
}

namespace scores {
std::unique_ptr<CellScore> label_scores() {
  return std::make_unique<LabelScores>();
}
}  // namespace scores

}  // namespace hashlab::results
