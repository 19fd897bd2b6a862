#include "experiments/run/cell.h"

#include "experiments/run/encoded_parts.h"
#include "experiments/run/label_scores.h"
#include "experiments/run/neighbour_scores.h"
#include "experiments/run/rerank_scores.h"
#include "experiments/run/streams.h"
#include "lib/codes/code_use.h"
#include "lib/hash_tables/scores.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"
#include "results/record/hash_table_record.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab::experiments {
namespace {

/// Adds the scores of hash tables at every setting of the sweep that fits the codes. Sampled keys
/// are those of the run: the same for all hashers whose codes have the same number of bits.
void score_tables(results::CellRecord& record, const HashTableSweep& sweep, const Codes& queries,
                  const Codes& database, const Relevance& relevance, const Rng& rng) {
  for (const HashTableSetting& setting : sweep.fitting(database.format.bits)) {
    const HashTableScores scores = hash_table_scores(queries, database, relevance, setting, rng);
    const std::string name = setting_text(setting);
    record.seconds[fmt::format("{}[{}]", results::time_names::table_build, name)] =
        scores.build_seconds;
    record.seconds[fmt::format("{}[{}]", results::time_names::table_query, name)] =
        scores.query_seconds;
    record.metrics.merge(results::hash_table_metrics(scores));
    record.hash_tables.push_back(scores);
  }
}

}  // namespace

results::CellRecord evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                                  const Cell& cell) {
  const auto& [study, context, learner, kernel, keep_codes, most_values] = inputs;
  const std::size_t dims = hasher.dimensions(cell.bits.value());
  const LearnedProjection& projection = learner.projection(hasher, dims, cell.direction);
  const LearnedQuantiser& quantiser = learner.quantiser(hasher, dims, cell.direction);
  EncodedParts encoded =
      encode_test_parts(learner, context.split, hasher, dims, cell.direction, most_values);
  const Codes &queries = encoded.queries, &database = encoded.database;
  results::CellRecord record = begun_record(inputs, cell);
  add_projection(record, inputs, projection, encoded.project_seconds);
  record.seconds[results::time_names::learn_quantiser] = quantiser.seconds;
  record.fitted[results::fitted_names::thresholds] = quantiser.fitted;
  record.seconds[results::time_names::encode] = encoded.encode_seconds;
  record.facts[results::fact_names::code_bits] = static_cast<double>(database.format.bits);
  const CodeUse use = code_use(database);
  record.facts[results::fact_names::distinct_codes] = static_cast<double>(use.distinct);
  record.facts[results::fact_names::largest_bucket] = use.largest_share;
  record.facts[results::fact_names::bit_entropy] = use.bit_entropy;

  const Stopwatch ranking;
  record.counts = rank_counts(queries, database, context.relevance, kernel);
  record.seconds[results::time_names::rank] = ranking.seconds();

  score(record, study);
  score_tables(record, study.suite.hash_tables, queries, database, context.relevance,
               run_stream(study, "tables", context.run));
  add_neighbour_scores(record, study, context, [&](const Relevance& relevance) {
    return rank_counts(queries, database, relevance, inputs.kernel);
  });
  add_rerank_scores(record, study, context, queries, database, kernel);
  if (!study.suite.label_scores.empty()) {
    const Codes training_queries =
        quantiser.by[encoded.query_coder].encode(projection.by[encoded.query_coder].training);
    const Codes training =
        quantiser.by[encoded.database_coder].encode(projection.by[encoded.database_coder].training);
    add_label_scores(record, study, context, *ranker_of_codes(queries, database, kernel),
                     *ranker_of_codes(training_queries, training, kernel));
  }
  if (keep_codes) {
    record.codes = results::CellCodes{std::move(encoded.queries), std::move(encoded.database),
                                      context.split.test_queries, context.split.test_database};
  }
  return record;
}

}  // namespace hashlab::experiments
