#include "experiments/learn/coders.h"

#include "experiments/learn/database_codes.h"
#include "hashers/levels.h"
#include "hashers/quantise_views.h"
#include "hashers/vector_quantiser.h"
#include "lib/stopwatch.h"

#include <utility>

namespace hashlab::experiments {
namespace {

constexpr Coder all_coders[] = {Coder::first, Coder::second, Coder::joint, Coder::label};

arma::fmat features_in(const arma::fmat& X, hashers::FeatureRange range) {
  return X.rows(range.first, range.first + range.count - 1);
}

}  // namespace

std::size_t bytes_of_projection(const ProjectedTraining& learned) {
  std::size_t bytes = learned.of_classes.n_elem * sizeof(float);
  for (const Coder coder : all_coders) {
    const CoderFunction& function = learned.by[coder];
    bytes += function.training.n_elem * sizeof(float);
    if (!function.projector) continue;
    for (const auto& [name, array] : function.projector->state()) {
      bytes += array.n_elem * sizeof(double);
    }
  }
  return bytes;
}

std::size_t bytes_of_quantisation(const TimedQuantisation& learned) {
  std::size_t bytes = 1024;  // an estimate for the key and the objects
  for (const Coder coder : all_coders) {
    if (learned.by[coder].vectors) {
      for (const auto& [name, array] : learned.by[coder].vectors->state()) {
        bytes += array.n_elem * sizeof(double);
      }
    }
    for (const auto& thresholds : learned.by[coder].thresholds) {
      bytes += (2 * thresholds.size() + 9) * sizeof(double);  // 8 for two vectors themselves
    }
  }
  return bytes;
}

ProjectedTraining learn_one(const hashers::Projection& method, const hashers::TrainingSet& training,
                            hashers::FeatureRange range, std::size_t dims, const Rng& stream,
                            const Observer& observer) {
  const bool whole = range.count == training.X.n_rows;
  hashers::TrainingSet of_view;
  if (!whole) {
    of_view = training;
    of_view.X = features_in(training.X, range);
  }
  const hashers::TrainingSet& data = whole ? training : of_view;
  const Stopwatch watch;
  ProjectedTraining made;
  CoderFunction& function = made.by[Coder::first];
  function.projector = method.learn(data, dims, stream, observer);
  made.seconds = watch.seconds();
  function.range = range;
  function.training = function.projector->project(data.X);
  return made;
}

ProjectedTraining learn_pair(const hashers::CrossModal& method,
                             const hashers::TrainingSet& training, hashers::FeatureRange first,
                             hashers::FeatureRange second, std::size_t dims, const Rng& stream,
                             const Observer& observer) {
  const hashers::PairedTrainingSet data{features_in(training.X, first),
                                        features_in(training.X, second), training.S,
                                        training.labels, training.reuse};
  const Stopwatch watch;
  hashers::PairedProjectors learned = method.learn(data, dims, stream, observer);
  ProjectedTraining made;
  made.seconds = watch.seconds();
  const auto project = [](std::shared_ptr<const hashers::Projector> projector,
                          hashers::FeatureRange range, const arma::fmat& X) -> CoderFunction {
    arma::fmat values = projector->project(X);
    return {std::move(projector), range, std::move(values)};
  };
  made.by[Coder::first] = project(learned.x, first, data.X);
  made.by[Coder::second] = project(learned.z, second, data.Z);
  if (learned.joint) {
    made.by[Coder::joint] = project(learned.joint, {0, training.X.n_rows}, training.X);
  } else if (!learned.of_training.is_empty()) {
    made.by[Coder::joint].training = std::move(learned.of_training);
  }
  if (!learned.of_classes.is_empty()) {
    made.of_classes = std::move(learned.of_classes);
    made.by[Coder::label].training = values_of_classes(made.of_classes, data.labels, data.labels);
  }
  return made;
}

TimedQuantisation learn_quantisation(const hashers::Hasher& hasher, std::size_t bits,
                                     const PerCoder<CoderFunction>& input,
                                     const hashers::TrainingSet& training, const Rng& stream,
                                     const Observer& observer) {
  const Stopwatch watch;
  TimedQuantisation made;
  const arma::fmat& first = input[Coder::first].training;
  if (!hasher.has_two_views()) {
    made.by[Coder::first] = hashers::with_levels(
        hasher.quantiser->learn({first, training.S, training.reuse, bits}, stream, observer),
        first);
  } else {
    const arma::fmat& second = input[Coder::second].training;
    const hashers::Quantisation learned = hashers::quantise_views(
        *hasher.quantiser, first, second, training.S, training.reuse, stream, observer);
    for (const Coder coder : all_coders) {
      const arma::fmat& values = input[coder].training;
      if (values.is_empty()) continue;
      made.by[coder] = hashers::with_levels(hashers::in_units_of(learned, values), values);
    }
  }
  made.seconds = watch.seconds();
  return made;
}

}  // namespace hashlab::experiments
