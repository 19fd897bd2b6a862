#include "experiments/evaluate/cell_parts.h"

#include "lib/codes/code_use.h"
#include "lib/metrics/metrics.h"
#include "lib/ranking/all_tied.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/scores/recorded_metric.h"

#include <optional>
#include <string>
#include <utility>

namespace hashlab::experiments {

ComputedCell empty_record(const Study& study, const Cell& cell) {
  ComputedCell record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = study.dataset.name;
  record.dataset_rows = study.dataset.size();
  record.view = study.suite.view;
  record.direction = cell.direction;
  record.split = cell.split;
  record.hasher = cell.method.name();
  record.groundtruth = study.suite.ground_truth.kind();
  record.bits = cell.bits;
  record.run = cell.run;
  return record;
}

ComputedCell begun_record(const CellInputs& inputs, const Cell& cell) {
  ComputedCell record = empty_record(inputs.study, cell);
  record.split_checksum = inputs.context.split_checksum;
  record.facts = inputs.context.facts;
  record.seconds[results::time_names::context] = inputs.context.seconds;
  record.fitted[results::fitted_names::mean] = inputs.context.mean.rows;
  return record;
}

void add_projection(results::CellRecord& record, const CellInputs& inputs,
                    const LearnedProjection& learned, double seconds) {
  record.seconds[results::time_names::learn_projection] = learned.seconds;
  record.seconds[results::time_names::project] = seconds;
  record.facts[results::fact_names::hash_dimensions] = static_cast<double>(learned.dims);
  if (const Fitted<std::optional<Ball>>& ball = inputs.context.learner_ball; ball.value) {
    record.fitted[results::fitted_names::learner_ball_radius] = ball.rows;
  }
  record.fitted[results::fitted_names::projection] = learned.fitted;
}

namespace {

/// Adds the metrics, chance values and curves that follow from the record's counts.
void score(results::CellRecord& record, const Study& study) {
  const Stopwatch scoring;
  const auto add = [&](const Metric& m) {
    if (m.by_code_distance && record.counts.real_valued()) return;
    if (!record.metrics.contains(m.name)) record.metrics[m.name] = m.value(record.counts);
  };
  for (const Metric& m : all_metrics()) add(m);
  for (const std::string& name : study.suite.metrics) {
    if (!results::recorded_metric(name)) add(metric(name));
  }
  const RankCounts tied = all_tied(record.counts);
  for (const std::string& name : study.suite.metrics) {
    if (results::recorded_metric(name)) continue;
    const Metric m = metric(name);
    record.facts[results::fact_names::chance(m.name)] = m.value(tied);
  }
  // The report needs the curves of all runs at the same ranks, which are those of the first run.
  const auto first = study.first_split.find(record.split);
  record.curves =
      first == study.first_split.end()
          ? results::cell_curves(record.counts)
          : results::cell_curves(record.counts,
                                 results::curve_cutoffs(first->second.test_database.size()));
  record.seconds[results::time_names::metrics] = scoring.seconds();
}

}  // namespace

void rank_and_score(results::CellRecord& record, const CellInputs& inputs,
                    const CellRanking& ranking) {
  const Study& study = inputs.study;
  const RunContext& context = inputs.context;
  const Stopwatch watch;
  record.counts = ranking.tested->all_counts(context.relevance);
  record.seconds[results::time_names::rank] = watch.seconds();
  score(record, study);
  const results::ScoredRun run = scored_run(study, context);
  const results::ScoredRanking scored{*ranking.tested, record.counts,    ranking.trained,
                                      ranking.queries, ranking.database, &inputs.kernel,
                                      ranking.values,  ranking.estimates};
  const bool has_codes = ranking.database != nullptr;
  for (std::size_t i = 0; i < context.scores.size(); ++i) {
    const auto& family = *(study.suite.scores.begin() + static_cast<std::ptrdiff_t>(i));
    if (results::applies(family->info().of, has_codes, bool{ranking.estimates})) {
      context.scores[i](record, run, scored);
    }
  }
}

void rank_and_score_codes(ComputedCell& record, const CellInputs& inputs, Codes queries,
                          Codes database, const std::function<TrainingCodes()>& training) {
  record.facts[results::fact_names::code_bits] = static_cast<double>(database.format.bits);
  const CodeUse use = code_use(database);
  record.facts[results::fact_names::distinct_codes] = static_cast<double>(use.distinct);
  record.facts[results::fact_names::largest_bucket] = use.largest_share;
  record.facts[results::fact_names::bit_entropy] = use.bit_entropy;
  const auto trained = [&] {
    TrainingCodes codes = training();
    return ranker_of_codes(std::move(codes.queries), std::move(codes.items), inputs.kernel);
  };
  rank_and_score(record, inputs,
                 {ranker_of_codes(queries, database, inputs.kernel), trained, &queries, &database});
  if (!inputs.keep_codes) return;
  const splits::Split& split = inputs.context.split;
  record.codes = results::CellCodes{std::move(queries), std::move(database), split.test_queries,
                                    split.test_database};
}

}  // namespace hashlab::experiments
