#include "experiments/evaluate.h"

#include "experiments/reference.h"
#include "experiments/streams.h"
#include "hashers/project_rows.h"
#include "lib/data/centre.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/stopwatch.h"
#include "lib/tables/table_scores.h"
#include "results/table_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

/// The stream that a run's random choices come from: the same for both strategies, so that they
/// compare the same hyperplanes.
Rng run_stream(const Dataset& dataset, const Suite& suite, std::string_view purpose,
               std::size_t run) {
  return hashlab::run_stream(suite.seed, dataset.checksum, purpose, run);
}

struct Radii {
  double evaluation, learner;
};

/// See GroundTruth for what the two radii may be computed from.
Radii ball_radii(const Dataset& dataset, const Suite& suite, const Split& split, std::size_t run) {
  const GroundTruth& g = suite.ground_truth;
  const Features& X = dataset.features;
  const Rows samples =
      ball_samples(g, split.training, run_stream(dataset, suite, "groundtruth.samples", run));
  if (g.reference != "database") {
    const Rows& reference = g.reference == "training" ? split.training : split.learnable;
    const double radius = ball_radius(X, samples, reference, g.neighbours, g.count_self());
    return {radius, radius};
  }
  Rows reference;  // every row but the test queries
  std::set_union(split.learnable.begin(), split.learnable.end(), split.test_database.begin(),
                 split.test_database.end(), std::back_inserter(reference));
  const double radius = ball_radius(X, samples, reference, g.neighbours, g.count_self());
  if (reference.size() == split.learnable.size()) return {radius, radius};
  const double share =
      static_cast<double>(split.learnable.size()) / static_cast<double>(reference.size());
  const auto scaled = static_cast<std::size_t>(
      std::max(1.0, std::round(static_cast<double>(g.neighbours) * share)));
  return {radius, ball_radius(X, samples, split.learnable, scaled, g.count_self())};
}

/// Adds the scores of hash tables at every setting of the sweep that fits the codes. Sampled keys
/// are those of the run: the same for all hashers whose codes have the same number of bits.
void score_tables(CellRecord& record, const TableSweep& sweep, const Codes& queries,
                  const Codes& database, const Relevance& relevance, const Rng& rng) {
  for (const TableSetting& setting : sweep.fitting(database.format.bits)) {
    const TableScores scores = table_scores(queries, database, relevance, setting, rng);
    const std::string name = setting_text(setting);
    record.seconds[fmt::format("table-build[{}]", name)] = scores.build_seconds;
    record.seconds[fmt::format("table-query[{}]", name)] = scores.query_seconds;
    record.metrics.merge(table_metrics(scores));
    record.tables.push_back(scores);
  }
}

/// Computes every metric, those that the suite names with parameters of their own too; of a
/// ranking without codes those that need none.
void score(CellRecord& record, const Suite& suite) {
  const Stopwatch scoring;
  const auto add = [&](const Metric& m) {
    if (m.by_code_distance && record.counts.real_valued()) return;
    if (!record.metrics.contains(m.name)) record.metrics[m.name] = m.value(record.counts);
  };
  for (const Metric& m : all_metrics()) add(m);
  for (const std::string& name : suite.metrics) add(metric(name));
  record.seconds["metrics"] = scoring.seconds();
}

}  // namespace

RunContext make_run_context(const Dataset& dataset, const Suite& suite, const std::string& split,
                            std::size_t run) {
  const Stopwatch watch;
  const GroundTruth& g = suite.ground_truth;
  if (g.by_class() && dataset.labels.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("groundtruth = class needs '/labels', which data set '{}' lacks: use "
                            "groundtruth = epsilon",
                            dataset.name));
  }
  RunContext context;
  context.split = split_strategy(split).make({dataset.checksum, dataset.size(),
                                              g.by_class() ? &dataset.labels : nullptr, suite.sizes,
                                              suite.seed, run});
  const Split& s = context.split;
  context.mean = mean_of_rows(dataset.features, s.learnable);
  context.training.X = centred_rows(dataset.features, s.training, context.mean);
  if (g.by_class()) {
    context.training.S = class_neighbours(dataset.labels, s.training);
    context.relevance = class_relevance(dataset.labels, s.test_queries, s.test_database);
  } else {
    const Radii radii = ball_radii(dataset, suite, s, run);
    context.facts["ball-radius"] = radii.evaluation;
    context.facts["learner-ball-radius"] = radii.learner;
    context.training.S =
        ball_neighbours(dataset.features, s.training, radii.learner, g.inclusive());
    context.relevance = ball_relevance(dataset.features, s.test_queries, s.test_database,
                                       radii.evaluation, g.inclusive());
  }
  const Skew uneven = skew(context.relevance);
  context.facts["relevant-mean"] = uneven.mean;
  context.facts["relevant-median"] = uneven.median;
  context.facts["queries-without-relevant"] = uneven.none;
  context.facts["test-queries"] = static_cast<double>(s.test_queries.size());
  context.facts["test-database"] = static_cast<double>(s.test_database.size());
  context.seconds = watch.seconds();
  return context;
}

ProjectedRun project_run(const Dataset& dataset, const Suite& suite, const RunContext& context,
                         const Hasher& hasher, std::size_t dims, std::size_t run) {
  ProjectedRun projected;
  const Stopwatch learning;
  const auto projector = hasher.projection->learn(context.training, dims,
                                                  run_stream(dataset, suite, "projection", run));
  projected.learn_seconds = learning.seconds();
  const Stopwatch projecting;
  const Features& X = dataset.features;
  projected.training = projector->project(context.training.X);
  projected.queries = project_rows(*projector, X, context.split.test_queries, context.mean, dims);
  projected.database = project_rows(*projector, X, context.split.test_database, context.mean, dims);
  projected.project_seconds = projecting.seconds();
  return projected;
}

CellRecord empty_record(const Dataset& dataset, const Suite& suite, const Cell& cell) {
  CellRecord record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = dataset.name;
  record.split = cell.split;
  record.hasher = cell.hasher;
  record.groundtruth = suite.ground_truth.kind;
  record.bits = cell.bits;
  record.run = cell.run;
  return record;
}

CellRecord evaluate_cell(const Dataset& dataset, const Suite& suite, const RunContext& context,
                         const ProjectedRun& projected, const Hasher& hasher, const Cell& cell,
                         const Kernel& kernel, bool keep_codes) {
  CellRecord record = empty_record(dataset, suite, cell);
  record.facts = context.facts;
  record.seconds["context"] = context.seconds;
  record.seconds["learn-projection"] = projected.learn_seconds;
  record.seconds["project"] = projected.project_seconds;

  const Stopwatch learning;
  const Quantisation quantisation = hasher.quantiser->learn(
      {projected.training, context.training.S}, run_stream(dataset, suite, "quantiser", cell.run));
  record.seconds["learn-quantiser"] = learning.seconds();

  const Stopwatch encoding;
  Codes queries = quantisation.encode(projected.queries);
  Codes database = quantisation.encode(projected.database);
  record.seconds["encode"] = encoding.seconds();
  record.facts["code-bits"] = static_cast<double>(database.format.bits);
  record.facts["hash-dimensions"] = static_cast<double>(quantisation.thresholds.size());

  const Stopwatch ranking;
  record.counts = rank_counts(queries, database, context.relevance, kernel);
  record.seconds["rank"] = ranking.seconds();

  score(record, suite);
  score_tables(record, suite.tables, queries, database, context.relevance,
               run_stream(dataset, suite, "tables", cell.run));
  if (keep_codes) {
    record.codes = CellCodes{std::move(queries), std::move(database), context.split.test_queries,
                             context.split.test_database};
  }
  return record;
}

CellRecord evaluate_reference(const Dataset& dataset, const Suite& suite, const RunContext& context,
                              const Cell& cell) {
  CellRecord record = empty_record(dataset, suite, cell);
  record.facts = context.facts;
  record.seconds["context"] = context.seconds;
  const Stopwatch ranking;
  record.counts =
      real_rank_counts(dataset.features, context.split.test_queries, context.split.test_database,
                       context.relevance, reference_ranking(cell.hasher).distance, context.mean);
  record.seconds["rank"] = ranking.seconds();
  score(record, suite);
  return record;
}

CellRecord compute_cell(const Dataset& dataset, const Suite& suite, const Cell& cell,
                        const Kernel& kernel, bool keep_codes) {
  if (cell.is_reference()) {
    const RunContext context = make_run_context(dataset, suite, cell.split, cell.run);
    return evaluate_reference(dataset, suite, context, cell);
  }
  const Hasher hasher = make_hasher(cell.hasher);
  const RunContext context = make_run_context(dataset, suite, cell.split, cell.run);
  const ProjectedRun projected =
      project_run(dataset, suite, context, hasher, hasher.dimensions(cell.bits), cell.run);
  return evaluate_cell(dataset, suite, context, projected, hasher, cell, kernel, keep_codes);
}

}  // namespace hashlab
