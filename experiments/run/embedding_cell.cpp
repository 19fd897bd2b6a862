#include "experiments/run/embedding_cell.h"

#include "experiments/run/label_scores.h"
#include "experiments/run/neighbour_scores.h"
#include "experiments/run/recognition_scores.h"
#include "hashers/signs.h"
#include "lib/data/centre.h"
#include "lib/label_scores/ranker.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

#include <functional>
#include <memory>
#include <numeric>

namespace hashlab::experiments {
namespace {

Rows rows_before(std::size_t n) {
  Rows rows(n);
  std::iota(rows.begin(), rows.end(), 0u);
  return rows;
}

/// Codes of a bit for each value, as +1 and -1 (hashers/signs.h).
arma::fmat float_signs(const arma::fmat& Y) {
  return arma::conv_to<arma::fmat>::from(hashers::signs(Y));
}

}  // namespace

results::CellRecord evaluate_embedding(const CellInputs& inputs, const Cell& cell) {
  const auto& [study, context, learner, kernel, keep_codes, most_values] = inputs;
  const Embedding& embedding = *cell.method.embedding();
  const splits::Split& split = context.split;
  const bool label_scores = !study.suite.label_scores.empty(),
             recognises = !study.suite.recognition.empty();
  results::CellRecord record = begun_record(inputs, cell);
  std::unique_ptr<Ranker> tested, trained;
  Features queries, database;
  std::function<RankCounts(const Relevance&)> count;
  if (const hashers::Hasher* hasher = embedding.projected_by.get()) {
    const std::size_t dims = hasher->dimensions(cell.bits.value());
    const LearnedProjection& projection = learner.projection(*hasher, dims, cell.direction);
    const ProjectedParts& projected = learner.test(*hasher, dims, cell.direction);
    add_projection(record, inputs, projection, projected.seconds);
    const Stopwatch ranking;
    const auto items = [&](const arma::fmat& Y) {
      return embedding.asymmetric ? Features(float_signs(Y).t()) : Features(Y.t());
    };
    queries = projected.queries.t();
    database = items(projected.database);
    tested = ranker_of_values(queries, database, embedding.similarity);
    count = [&](const Relevance& relevance) {
      return tested->counts(rows_before(tested->n_queries()), rows_before(tested->n_items()),
                            relevance);
    };
    record.counts = count(context.relevance);
    record.seconds[results::time_names::rank] = ranking.seconds();
    if (label_scores) {
      trained = ranker_of_values(projection.by[projected.query_coder].training.t(),
                                 items(projection.by[projected.database_coder].training),
                                 embedding.similarity);
    }
  } else {
    const Features& X = study.dataset.features;
    const arma::fvec origin = origin_of(embedding.centred, context.mean.value);
    const Stopwatch ranking;
    count = [&, origin](const Relevance& relevance) {
      return real_rank_counts(X, split.test_queries, split.test_database, relevance,
                              embedding.similarity, origin);
    };
    record.counts = count(context.relevance);
    record.seconds[results::time_names::rank] = ranking.seconds();
    if (recognises || label_scores) {
      queries = centred_rows(X, split.test_queries, origin);
      database = centred_rows(X, split.test_database, origin);
    }
    if (label_scores) {
      const Features training = centred_rows(X, split.training, origin);
      tested = ranker_of_values(queries, database, embedding.similarity);
      trained = ranker_of_values(training, training, embedding.similarity);
    }
  }
  score(record, study);
  add_neighbour_scores(record, study, context, count);
  if (recognises) add_recognition_scores(record, study, context, queries, database);
  if (label_scores) add_label_scores(record, study, context, *tested, *trained);
  return record;
}

}  // namespace hashlab::experiments
