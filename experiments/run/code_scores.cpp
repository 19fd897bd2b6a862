#include "experiments/run/code_scores.h"

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

void add_code_scores(results::CellRecord& record, const CellInputs& inputs, const Codes& queries,
                     const Codes& database, const std::function<TrainingCodes()>& training) {
  const Study& study = inputs.study;
  const RunContext& context = inputs.context;
  const Kernel& kernel = inputs.kernel;
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
    return rank_counts(queries, database, relevance, kernel);
  });
  add_rerank_scores(record, study, context, queries, database, kernel);
  if (study.suite.label_scores.empty()) return;
  const TrainingCodes learned = training();
  add_label_scores(record, study, context, *ranker_of_codes(queries, database, kernel),
                   *ranker_of_codes(learned.queries, learned.items, kernel));
}

void keep_codes(results::CellRecord& record, const CellInputs& inputs, Codes queries,
                Codes database) {
  const splits::Split& split = inputs.context.split;
  record.codes = results::CellCodes{std::move(queries), std::move(database), split.test_queries,
                                    split.test_database};
}

}  // namespace hashlab::experiments
