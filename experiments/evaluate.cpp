#include "experiments/evaluate.h"

#include "experiments/reference.h"
#include "experiments/select.h"
#include "experiments/streams.h"
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
Rng run_stream(const Study& study, std::string_view purpose, std::size_t run) {
  return hashlab::run_stream(study.suite.seed, study.dataset.checksum, purpose, run);
}

/// Whatever the strategy ranks, so that all answer the same question.
Rows every_row_but(const Rows& queries, const Study& study) {
  Rows rows;
  for (std::uint32_t row = 0; row < study.dataset.size(); ++row) {
    if (!std::binary_search(queries.begin(), queries.end(), row) &&
        !std::binary_search(study.excluded.begin(), study.excluded.end(), row)) {
      rows.push_back(row);
    }
  }
  return rows;
}

struct Radii {
  double evaluation;  ///< defines who is relevant; no hash function sees it
  Fitted<double> learner;
};

/// See GroundTruth for what the two radii may be computed from.
Radii ball_radii(const Study& study, const Split& split, std::size_t run) {
  const GroundTruth& g = study.suite.ground_truth;
  const Features& X = study.dataset.features;
  const Rows samples =
      ball_samples(g, split.training, run_stream(study, "groundtruth.samples", run));
  Rows ascending = samples;
  std::sort(ascending.begin(), ascending.end());
  const auto radius = [&](const Rows& reference, std::size_t neighbours) {
    return Fitted<double>{ball_radius(X, samples, reference, neighbours, g.count_self()),
                          united(reference, ascending)};
  };
  if (g.reference != "database") {
    const Fitted<double> r =
        radius(g.reference == "training" ? split.training : split.learnable, g.neighbours);
    return {r.value, r};
  }
  const Rows others = every_row_but(split.test_queries, study);
  if (others == split.learnable) {
    const Fitted<double> r = radius(others, g.neighbours);
    return {r.value, r};
  }
  const double share =
      static_cast<double>(split.learnable.size()) / static_cast<double>(others.size());
  const auto scaled = static_cast<std::size_t>(
      std::max(1.0, std::round(static_cast<double>(g.neighbours) * share)));
  return {radius(others, g.neighbours).value, radius(split.learnable, scaled)};
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

RunContext make_run_context(const Study& study, const std::string& split, std::size_t run) {
  const Stopwatch watch;
  const Dataset& dataset = study.dataset;
  const GroundTruth& g = study.suite.ground_truth;
  if (g.by_class() && dataset.labels.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("groundtruth = class needs '/labels', which data set '{}' lacks: use "
                            "groundtruth = epsilon",
                            dataset.name));
  }
  RunContext context;
  context.split = make_split(split).make(split_request(study, run));
  const Split& s = context.split;
  context.mean = {mean_of_rows(dataset.features, s.learnable), s.learnable};
  context.training.X = centred_rows(dataset.features, s.training, context.mean.value);
  context.training.labels = labels_of_rows(dataset.labels, s.training);
  if (g.by_class()) {
    context.training.S = class_neighbours(dataset.labels, s.training);
    context.relevance = class_relevance(dataset.labels, s.test_queries, s.test_database);
  } else {
    const Radii radii = ball_radii(study, s, run);
    context.learner_radius = radii.learner;
    context.facts["ball-radius"] = radii.evaluation;
    context.facts["learner-ball-radius"] = radii.learner.value;
    context.training.S =
        ball_neighbours(dataset.features, s.training, radii.learner.value, g.inclusive());
    context.relevance = ball_relevance(dataset.features, s.test_queries, s.test_database,
                                       radii.evaluation, g.inclusive());
  }
  if (!study.suite.grids.empty()) {
    const Rows& queries = s.validation_queries;
    const Rows& database = s.validation_database;
    context.validation = g.by_class() ? class_relevance(dataset.labels, queries, database)
                                      : ball_relevance(dataset.features, queries, database,
                                                       context.learner_radius.value, g.inclusive());
  }
  const Skew uneven = skew(context.relevance);
  context.facts["relevant-mean"] = uneven.mean;
  context.facts["relevant-median"] = uneven.median;
  context.facts["queries-without-relevant"] = uneven.none;
  context.facts["test-queries"] = static_cast<double>(s.test_queries.size());
  context.facts["test-database"] = static_cast<double>(s.test_database.size());
  if (!study.excluded.empty()) {
    context.facts["duplicates-excluded"] = static_cast<double>(study.excluded.size());
  }
  context.seconds = watch.seconds();
  return context;
}

CellRecord empty_record(const Study& study, const Cell& cell) {
  CellRecord record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = study.dataset.name;
  record.dataset_rows = study.dataset.size();
  record.split = cell.split;
  record.hasher = cell.hasher;
  record.groundtruth = study.suite.ground_truth.kind;
  record.bits = cell.bits;
  record.run = cell.run;
  return record;
}

CellRecord evaluate_cell(const Study& study, const RunContext& context, Learner& learner,
                         const Hasher& hasher, const Cell& cell, const Kernel& kernel,
                         bool keep_codes) {
  const std::size_t dims = hasher.dimensions(cell.bits);
  const LearnedProjection& projection = learner.projection(hasher, dims);
  const LearnedQuantiser& quantiser = learner.quantiser(hasher, dims);
  const ProjectedParts& projected = learner.test(hasher, dims);
  CellRecord record = empty_record(study, cell);
  record.split_checksum = split_checksum(context.split);
  record.facts = context.facts;
  record.seconds["context"] = context.seconds;
  record.seconds["learn-projection"] = projection.seconds;
  record.seconds["learn-quantiser"] = quantiser.seconds;
  record.seconds["project"] = projected.seconds;
  record.fitted["mean"] = context.mean.rows;
  if (!context.learner_radius.rows.empty()) {
    record.fitted["learner-ball-radius"] = context.learner_radius.rows;
  }
  record.fitted["projection"] = projection.fitted;
  record.fitted["thresholds"] = quantiser.fitted;

  const Stopwatch encoding;
  Codes queries = quantiser.quantisation.encode(projected.queries);
  Codes database = quantiser.quantisation.encode(projected.database);
  record.seconds["encode"] = encoding.seconds();
  record.facts["code-bits"] = static_cast<double>(database.format.bits);
  record.facts["hash-dimensions"] = static_cast<double>(dims);

  const Stopwatch ranking;
  record.counts = rank_counts(queries, database, context.relevance, kernel);
  record.seconds["rank"] = ranking.seconds();

  score(record, study.suite);
  score_tables(record, study.suite.tables, queries, database, context.relevance,
               run_stream(study, "tables", cell.run));
  if (keep_codes) {
    record.codes = CellCodes{std::move(queries), std::move(database), context.split.test_queries,
                             context.split.test_database};
  }
  return record;
}

CellRecord evaluate_reference(const Study& study, const RunContext& context, const Cell& cell) {
  CellRecord record = empty_record(study, cell);
  record.split_checksum = split_checksum(context.split);
  record.facts = context.facts;
  record.seconds["context"] = context.seconds;
  const Stopwatch ranking;
  record.counts = real_rank_counts(study.dataset.features, context.split.test_queries,
                                   context.split.test_database, context.relevance,
                                   reference_ranking(cell.hasher).distance, context.mean.value);
  record.fitted["mean"] = context.mean.rows;
  record.seconds["rank"] = ranking.seconds();
  score(record, study.suite);
  return record;
}

CellRecord compute_cell(const Study& study, const Cell& cell, const Kernel& kernel,
                        bool keep_codes) {
  if (cell.is_reference()) {
    const RunContext context = make_run_context(study, cell.split, cell.run);
    return evaluate_reference(study, context, cell);
  }
  const RunContext context = make_run_context(study, cell.split, cell.run);
  Learner learner(study, context, cell.run);
  if (const Grid* grid = find_grid(study.suite, cell.hasher)) {
    return *evaluate_tuned_cell(study, context, learner, *grid, cell, kernel, keep_codes, {},
                                [](const GridScores&) { return true; });
  }
  return evaluate_cell(study, context, learner, make_hasher(cell.hasher), cell, kernel, keep_codes);
}

}  // namespace hashlab
