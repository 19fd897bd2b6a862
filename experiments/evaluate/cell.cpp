#include "experiments/evaluate/cell.h"

#include "experiments/learn/encoded_parts.h"
#include "hashers/levels.h"
#include "hashers/rounding.h"
#include "hashers/signs.h"
#include "lib/data/centre.h"
#include "lib/error.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Counts the hash dimensions whose values are rounding errors, on a part of the training samples.
/// The bits of these dimensions, and so the scores, differ between machines.
void add_rounding(results::CellRecord& record, const CellInputs& inputs,
                  const LearnedProjection& projection, const LearnedQuantiser& quantiser,
                  Coder coder) {
  constexpr std::size_t max_samples = 2048;
  const CoderFunction& by = projection.by[coder];
  if (!by.projector || !hashers::may_hold_rounding(by.training)) return;
  const Rows& training = inputs.context.split.training;
  const Rows rows(training.begin(), training.begin() + static_cast<std::ptrdiff_t>(
                                                           std::min(training.size(), max_samples)));
  const Features X = inputs.study.dataset.features.cols(arma::conv_to<arma::uvec>::from(rows));
  const auto found = hashers::rounding_dimensions(
      *by.projector, quantiser.by[coder], X,
      origin_of(projection.centred, inputs.context.mean.value), by.range);
  if (found.empty()) return;
  record.facts[results::fact_names::rounding_dimensions] = static_cast<double>(found.size());
}

/// The sign bit of each value, as +1 or -1 (see hashers/signs.h).
arma::fmat float_signs(const arma::fmat& Y) {
  return arma::conv_to<arma::fmat>::from(hashers::signs(Y));
}

/// Ranks by the values of a projection.
ComputedCell evaluate_embedding(const CellInputs& inputs, const Embedding& embedding,
                                const Cell& cell) {
  const HashFunction function = hash_function_of(cell, *embedding.projected_by);
  Learner& learner = inputs.learner;
  const LearnedProjection& projection = learner.projection(function);
  const ProjectedParts& projected = learner.test(function);
  const auto items = [&](const arma::fmat& Y) {
    return embedding.asymmetric ? Features(float_signs(Y).t()) : Features(Y.t());
  };
  const Features queries = projected.queries.t(), database = items(projected.database);
  ComputedCell record = begun_record(inputs, cell);
  add_projection(record, inputs, projection, projected.seconds);
  const auto trained = [&] {
    return ranker_of_values(projection.by[projected.query_coder].training.t(),
                            items(projection.by[projected.database_coder].training),
                            embedding.similarity);
  };
  rank_and_score(record, inputs,
                 {.tested = ranker_of_values(queries, database, embedding.similarity),
                  .trained = trained,
                  .values = [&] {
                    return results::EmbeddedParts{queries, database};
                  }});
  return record;
}

/// Ranks the codes of a hash function by the values of queries.
ComputedCell evaluate_quantised(const CellInputs& inputs, const Embedding& embedding,
                                const Cell& cell) {
  const HashFunction function =
      hash_function_of(cell, *embedding.projected_by, inputs.study.dataset);
  Learner& learner = inputs.learner;
  const LearnedProjection& projection = learner.projection(function);
  const LearnedQuantiser& quantiser = learner.quantiser(function);
  const ProjectedParts& projected = learner.test(function);
  // The regions of both coders correspond; their levels are in the units of each coder.
  const hashers::Quantisation &of_queries = quantiser.by[projected.query_coder],
                              &of_database = quantiser.by[projected.database_coder];
  ComputedCell record = begun_record(inputs, cell);
  add_projection(record, inputs, projection, projected.seconds);
  record.seconds[results::time_names::learn_quantiser] = quantiser.seconds;
  record.fitted[results::fitted_names::thresholds] = quantiser.fitted;
  const Stopwatch encoding;
  const Codes database = of_database.encode(projected.database);
  record.seconds[results::time_names::encode] = encoding.seconds();
  const CodeFormat& format = database.format;
  record.facts[results::fact_names::code_bits] =
      static_cast<double>(format.bits + 8 * format.scalar_bytes);
  record.facts[results::fact_names::item_bytes] = static_cast<double>(format.bytes());
  record.facts[results::fact_names::scalar_bytes] = static_cast<double>(format.scalar_bytes);
  add_rounding(record, inputs, projection, quantiser, projected.database_coder);
  const auto ranker = [&](const arma::fmat& queries, const Codes& codes) {
    return ranker_of_estimates(
        Estimates(of_queries.ask(queries), codes, of_database.numbers(codes)));
  };
  const auto trained = [&] {
    const arma::fmat& items = projection.by[projected.database_coder].training;
    return ranker(projection.by[projected.query_coder].training, of_database.encode(items));
  };
  const auto values = [&] {
    if (of_queries.vectors) refuse("codes of whole vectors give no real values of the items");
    return results::EmbeddedParts{projected.queries.t(), of_queries.values(database).t()};
  };
  const Asked asked = of_queries.ask(projected.queries);
  const auto estimates = [&](const Rows& order) {
    const Codes ordered = codes_at(database, order);
    return Estimates(asked, ordered, of_database.numbers(ordered));
  };
  rank_and_score(record, inputs,
                 {.tested = ranker(projected.queries, database),
                  .trained = trained,
                  .values = values,
                  .estimates = estimates});
  return record;
}

/// Ranks by the features themselves. They are not copied unless a score needs a copy.
ComputedCell evaluate_reference(const CellInputs& inputs, const Embedding& reference,
                                const Cell& cell) {
  const Features& X = inputs.study.dataset.features;
  const splits::Split& split = inputs.context.split;
  const arma::fvec origin = origin_of(reference.centred, inputs.context.mean.value);
  const auto ranker = [&](const Rows& queries, const Rows& items) {
    return ranker_of_rows(X, queries, items, reference.similarity, origin);
  };
  ComputedCell record = begun_record(inputs, cell);
  rank_and_score(record, inputs,
                 {.tested = ranker(split.test_queries, split.test_database),
                  .trained = [&] { return ranker(split.training, split.training); },
                  .values =
                      [&] {
                        return results::EmbeddedParts{centred_rows(X, split.test_queries, origin),
                                                      centred_rows(X, split.test_database, origin)};
                      }});
  return record;
}

}  // namespace

ComputedCell evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                           const Cell& cell) {
  const HashFunction function = hash_function_of(cell, hasher);
  Learner& learner = inputs.learner;
  const LearnedProjection& projection = learner.projection(function);
  const LearnedQuantiser& quantiser = learner.quantiser(function);
  EncodedParts encoded =
      encode_test_parts(learner, inputs.context.split, function, inputs.max_values);
  ComputedCell record = begun_record(inputs, cell);
  add_projection(record, inputs, projection, encoded.project_seconds);
  record.seconds[results::time_names::learn_quantiser] = quantiser.seconds;
  record.fitted[results::fitted_names::thresholds] = quantiser.fitted;
  record.seconds[results::time_names::encode] = encoded.encode_seconds;
  add_rounding(record, inputs, projection, quantiser, encoded.database_coder);
  const auto training = [&](Coder coder) {
    return quantiser.by[coder].encode(projection.by[coder].training);
  };
  rank_and_score_codes(
      record, inputs, std::move(encoded.queries), std::move(encoded.database), [&] {
        return TrainingCodes{training(encoded.query_coder), training(encoded.database_coder)};
      });
  return record;
}

ComputedCell evaluate_cell(const CellInputs& inputs, const Cell& cell) {
  const Embedding* embedding = cell.method.embedding();
  if (embedding == nullptr) return evaluate_cell(inputs, *cell.method.hash_function(), cell);
  if (!embedding->projected_by) return evaluate_reference(inputs, *embedding, cell);
  return embedding->quantised ? evaluate_quantised(inputs, *embedding, cell)
                              : evaluate_embedding(inputs, *embedding, cell);
}

}  // namespace hashlab::experiments
