#include "experiments/run/label_scores.h"

#include "experiments/run/streams.h"
#include "lib/label_scores/label_score.h"
#include "lib/label_scores/names.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/statistics/group_bounds.h"

#include <fmt/format.h>

#include <functional>
#include <vector>

namespace hashlab::experiments {
namespace {

using Groups = std::vector<std::vector<double>>;

/// The mean over partitions of the half width of an interval; nothing if there are too few groups.
void add_half_width(results::CellRecord& record, const char* bound, const std::string& score,
                    std::size_t partitions, std::size_t groups,
                    const std::function<double(std::size_t)>& half_width) {
  if (groups < 2) return;
  double sum = 0;
  for (std::size_t p = 0; p < partitions; ++p) sum += half_width(p);
  record.facts[fmt::format("{}[{}]", bound, score)] = sum / static_cast<double>(partitions);
}

void add_groups(results::CellRecord& record, const std::string& score,
                const LabelScoreValue& value) {
  const Groups& groups = value.groups;
  if (groups.empty()) return;
  record.facts[fmt::format("{}[{}]", results::fact_names::labels_left_out, score)] =
      static_cast<double>(value.labels_left_out);
  record.facts[fmt::format("{}[{}]", results::fact_names::single_rows, score)] =
      static_cast<double>(value.single_rows);
  const std::size_t count = groups.front().size();
  record.facts[fmt::format("{}[{}]", results::fact_names::groups, score)] =
      static_cast<double>(count);
  const auto add = [&](const char* bound, double (*half_width)(std::span<const double>, double)) {
    add_half_width(record, bound, score, groups.size(), count,
                   [&](std::size_t p) { return half_width(groups[p], .95); });
  };
  add(results::fact_names::clt_half_width, results::clt_half_width);
  add(results::fact_names::student_half_width, results::student_half_width);
  add(results::fact_names::bernoulli_half_width, results::bernoulli_half_width);
  add_half_width(record, results::fact_names::hoeffding_half_width, score, groups.size(), count,
                 [&](std::size_t p) { return results::hoeffding_half_width(groups[p].size()); });
}

}  // namespace

void add_label_scores(results::CellRecord& record, const Study& study, const RunContext& context,
                      const Ranker& tested, const Ranker& learned) {
  const Stopwatch watch;
  const Labels& own = study.dataset.labels;
  const Labels coarse = coarse_labels(own, study.suite.learn_classes,
                                      run_stream(study, "learn-classes", context.run));
  const splits::Split& split = context.split;
  for (const LabelScore& score : study.suite.label_scores) {
    const Labels& labels = score.by_learned_classes ? coarse : own;
    const Labels of_training = labels_of_rows(labels, split.training);
    const Labelled test = {tested, labels_of_rows(labels, split.test_queries),
                           labels_of_rows(labels, split.test_database), context.relevance.ignored};
    const Labelled training = {learned, of_training, of_training,
                               own_positions(split.training, split.training)};
    // Test and training rows have labels of their own, so one stream gives them partitions that
    // have nothing in common but where they have the same labels.
    const Rng rng = run_stream(study, "label-groups", context.run);
    const LabelScoreValue of_test = score.kind == LabelScore::Kind::hit
                                        ? LabelScoreValue{metric(score.name).value(record.counts)}
                                        // which it is a metric of
                                        : label_score(score, test, rng);
    const LabelScoreValue of_learned = label_score(score, training, rng);
    record.metrics[score.name] = of_test.value;
    record.metrics[learned_score(score.name)] = of_learned.value;
    record.metrics[gap_score(score.name)] = of_learned.value - of_test.value;
    add_groups(record, score.name, of_test);
    add_groups(record, learned_score(score.name), of_learned);
    if (of_test.groups.empty() || of_learned.groups.front().size() < 2) continue;
    add_half_width(record, results::fact_names::clt_half_width, gap_score(score.name),
                   score.partitions, of_test.groups.front().size(), [&](std::size_t p) {
                     return results::difference_half_width(of_learned.groups[p], of_test.groups[p]);
                   });
  }
  record.seconds[results::time_names::label_scores] = watch.seconds();
}

}  // namespace hashlab::experiments
