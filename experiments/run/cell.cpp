#include "experiments/run/cell.h"

#include "experiments/run/code_scores.h"
#include "experiments/run/encoded_parts.h"
#include "hashers/rounding.h"
#include "lib/data/centre.h"
#include "results/record/fact_names.h"

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Counts the hash dimensions that hold rounding, among training samples: a score of such bits is
/// another one on another machine.
void add_rounding(results::CellRecord& record, const CellInputs& inputs,
                  const LearnedProjection& projection, const LearnedQuantiser& quantiser,
                  Coder coder) {
  constexpr std::size_t most_samples = 2048;
  const CoderFunction& by = projection.by[coder];
  if (!by.projector || !hashers::may_hold_rounding(by.training)) return;
  const Rows& training = inputs.context.split.training;
  const Rows rows(training.begin(), training.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                           training.size(), most_samples)));
  const Features X = inputs.study.dataset.features.cols(arma::conv_to<arma::uvec>::from(rows));
  const auto found = hashers::rounding_dimensions(
      *by.projector, quantiser.by[coder], X,
      origin_of(projection.centred, inputs.context.mean.value), by.range);
  if (found.empty()) return;
  record.facts[results::fact_names::rounding_dimensions] = static_cast<double>(found.size());
}

}  // namespace

results::CellRecord evaluate_cell(const CellInputs& inputs, const hashers::Hasher& hasher,
                                  const Cell& cell) {
  Learner& learner = inputs.learner;
  const std::size_t dims = hasher.dimensions(cell.bits.value());
  const LearnedProjection& projection = learner.projection(hasher, dims, cell.direction);
  const LearnedQuantiser& quantiser = learner.quantiser(hasher, dims, cell.direction);
  EncodedParts encoded = encode_test_parts(learner, inputs.context.split, hasher, dims,
                                           cell.direction, inputs.most_values);
  results::CellRecord record = begun_record(inputs, cell);
  add_projection(record, inputs, projection, encoded.project_seconds);
  record.seconds[results::time_names::learn_quantiser] = quantiser.seconds;
  record.fitted[results::fitted_names::thresholds] = quantiser.fitted;
  record.seconds[results::time_names::encode] = encoded.encode_seconds;
  add_rounding(record, inputs, projection, quantiser, encoded.database_coder);
  const auto training = [&](Coder coder) {
    return quantiser.by[coder].encode(projection.by[coder].training);
  };
  add_code_scores(record, inputs, encoded.queries, encoded.database, [&] {
    return TrainingCodes{training(encoded.query_coder), training(encoded.database_coder)};
  });
  if (inputs.keep_codes) {
    keep_codes(record, inputs, std::move(encoded.queries), std::move(encoded.database));
  }
  return record;
}

}  // namespace hashlab::experiments
