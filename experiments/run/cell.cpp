#include "experiments/run/cell.h"

#include "experiments/run/streams.h"
#include "lib/codes/code_use.h"
#include "lib/hash_tables/scores.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/record/hash_table_record.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {
namespace {

/// Adds the scores of hash tables at every setting of the sweep that fits the codes. Sampled keys
/// are those of the run: the same for all hashers whose codes have the same number of bits.
void score_tables(CellRecord& record, const HashTableSweep& sweep, const Codes& queries,
                  const Codes& database, const Relevance& relevance, const Rng& rng) {
  for (const HashTableSetting& setting : sweep.fitting(database.format.bits)) {
    const HashTableScores scores = hash_table_scores(queries, database, relevance, setting, rng);
    const std::string name = setting_text(setting);
    record.seconds[fmt::format("{}[{}]", time_names::table_build, name)] = scores.build_seconds;
    record.seconds[fmt::format("{}[{}]", time_names::table_query, name)] = scores.query_seconds;
    record.metrics.merge(hash_table_metrics(scores));
    record.hash_tables.push_back(scores);
  }
}

/// Computes curves and every metric, those that the suite names with parameters of their own too;
/// of a ranking without codes those that need none.
void score(CellRecord& record, const Study& study) {
  const Stopwatch scoring;
  const auto add = [&](const Metric& m) {
    if (m.by_code_distance && record.counts.real_valued()) return;
    if (!record.metrics.contains(m.name)) record.metrics[m.name] = m.value(record.counts);
  };
  for (const Metric& m : all_metrics()) add(m);
  for (const std::string& name : study.suite.metrics) add(metric(name));
  // A report draws the curves of all runs at the ranks of the first.
  const auto first = study.first_split.find(record.split);
  record.curves =
      first == study.first_split.end()
          ? cell_curves(record.counts)
          : cell_curves(record.counts, curve_cutoffs(first->second.test_database.size()));
  record.seconds[time_names::metrics] = scoring.seconds();
}

/// With what the cells of its split and run share; no numbers.
CellRecord begun_record(const CellInputs& inputs, const Cell& cell) {
  CellRecord record = empty_record(inputs.study, cell);
  record.split_checksum = inputs.context.split_checksum;
  record.facts = inputs.context.facts;
  record.seconds[time_names::context] = inputs.context.seconds;
  record.fitted[fitted_names::mean] = inputs.context.mean.rows;
  return record;
}

}  // namespace

CellRecord empty_record(const Study& study, const Cell& cell) {
  CellRecord record;
  record.key = cell.key;
  record.recipe = cell.recipe;
  record.dataset = study.dataset.name;
  record.dataset_rows = study.dataset.size();
  record.view = study.suite.view;
  record.direction = cell.direction;
  record.split = cell.split;
  record.hasher = cell.method.name();
  record.groundtruth = study.suite.ground_truth.kind;
  record.bits = cell.bits;
  record.run = cell.run;
  return record;
}

CellRecord evaluate_cell(const CellInputs& inputs, const Hasher& hasher, const Cell& cell) {
  const auto& [study, context, learner, kernel, keep_codes] = inputs;
  const std::size_t dims = hasher.dimensions(cell.bits.value());
  const LearnedProjection& projection = learner.projection(hasher, dims, cell.direction);
  const LearnedQuantiser& quantiser = learner.quantiser(hasher, dims, cell.direction);
  const ProjectedParts& projected = learner.test(hasher, dims, cell.direction);
  CellRecord record = begun_record(inputs, cell);
  record.seconds[time_names::learn_projection] = projection.seconds;
  record.seconds[time_names::learn_quantiser] = quantiser.seconds;
  record.seconds[time_names::project] = projected.seconds;
  if (!context.learner_radius.rows.empty()) {
    record.fitted[fitted_names::learner_ball_radius] = context.learner_radius.rows;
  }
  record.fitted[fitted_names::projection] = projection.fitted;
  record.fitted[fitted_names::thresholds] = quantiser.fitted;

  const Stopwatch encoding;
  Codes queries = quantiser.by[projected.query_coder].encode(projected.queries);
  Codes database = quantiser.by[projected.database_coder].encode(projected.database);
  record.seconds[time_names::encode] = encoding.seconds();
  record.facts[fact_names::code_bits] = static_cast<double>(database.format.bits);
  record.facts[fact_names::hash_dimensions] = static_cast<double>(dims);
  const CodeUse use = code_use(database);
  record.facts[fact_names::distinct_codes] = static_cast<double>(use.distinct);
  record.facts[fact_names::largest_bucket] = use.largest_share;
  record.facts[fact_names::bit_entropy] = use.bit_entropy;

  const Stopwatch ranking;
  record.counts = rank_counts(queries, database, context.relevance, kernel);
  record.seconds[time_names::rank] = ranking.seconds();

  score(record, study);
  score_tables(record, study.suite.hash_tables, queries, database, context.relevance,
               run_stream(study, "tables", context.run));
  if (keep_codes) {
    record.codes = CellCodes{std::move(queries), std::move(database), context.split.test_queries,
                             context.split.test_database};
  }
  return record;
}

CellRecord evaluate_reference(const CellInputs& inputs, const Cell& cell) {
  const RunContext& context = inputs.context;
  CellRecord record = begun_record(inputs, cell);
  const Stopwatch ranking;
  record.counts = real_rank_counts(inputs.study.dataset.features, context.split.test_queries,
                                   context.split.test_database, context.relevance,
                                   cell.method.reference()->distance, context.mean.value);
  record.seconds[time_names::rank] = ranking.seconds();
  score(record, inputs.study);
  return record;
}

}  // namespace hashlab
