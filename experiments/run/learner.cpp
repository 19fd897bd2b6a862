#include "experiments/run/learner.h"

#include "experiments/run/streams.h"
#include "hashers/project_rows.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab {
namespace {

/// What a method learns from that sees the training rows, centred, and maybe their classes or who
/// neighbours whom among them.
Rows rows_learned_from(const RunContext& context, Supervision supervision) {
  const Rows rows = united(context.split.training, context.mean.rows);
  return supervision == Supervision::neighbours ? united(rows, context.learner_radius.rows) : rows;
}

/// What depends on the training set alone: the rest of what is learned tells which rows it was.
struct ProjectedTraining {
  std::shared_ptr<const Projector> projector;
  arma::fmat training;
  double seconds = 0;
};

struct TimedQuantisation {
  Quantisation quantisation;
  double seconds = 0;
};

std::size_t bytes_of_projection(const ProjectedTraining& learned) {
  std::size_t bytes = learned.training.n_elem * sizeof(float);
  for (const auto& [name, array] : learned.projector->state()) {
    bytes += array.n_elem * sizeof(double);
  }
  return bytes;
}

std::size_t bytes_of_quantisation(const TimedQuantisation& learned) {
  std::size_t bytes = 1024;  // with its key
  for (const auto& thresholds : learned.quantisation.thresholds) {
    bytes += (thresholds.size() + 4) * sizeof(double);  // and what a vector takes
  }
  return bytes;
}

}  // namespace

std::string projection_key(const Hasher& hasher, std::size_t dims) {
  return fmt::format("{} x {}", hasher.projection_recipe, dims);
}

Learner::Learner(const Study& study, const RunContext& context, Observer observer)
    : study_(study), context_(context), observer_(std::move(observer)) {}

std::string Learner::key(std::string_view what, const Rng& stream) const {
  return fmt::format("{} by {} from {}", what, stream.seed(), context_.training_content);
}

const LearnedProjection& Learner::projection(const Hasher& hasher, std::size_t dims) {
  const std::string recipe = projection_key(hasher, dims);
  const auto known = projections_.find(recipe);
  if (known != projections_.end()) return known->second;
  const Rng stream = run_stream(study_, "projection", context_.run);
  const auto projected = reused<ProjectedTraining>(
      context_.training.reuse, key("projection " + recipe, stream),
      [&] {
        const Stopwatch watch;
        ProjectedTraining made;
        made.projector = hasher.projection->learn(context_.training, dims, stream, observer_);
        made.seconds = watch.seconds();
        made.training = made.projector->project(context_.training.X);
        return made;
      },
      bytes_of_projection);
  LearnedProjection learned{projected->projector, dims, projected->training,
                            rows_learned_from(context_, hasher.projection->supervision()),
                            projected->seconds};
  return projections_.emplace(recipe, std::move(learned)).first->second;
}

const LearnedQuantiser& Learner::quantiser(const Hasher& hasher, std::size_t dims) {
  const std::string recipe = projection_key(hasher, dims) + " + " + hasher.quantiser_recipe;
  const auto known = quantisers_.find(recipe);
  if (known != quantisers_.end()) return known->second;
  const LearnedProjection& input = projection(hasher, dims);
  const Rng stream = run_stream(study_, "quantiser", context_.run);
  const auto made = reused<TimedQuantisation>(
      context_.training.reuse, key("quantiser " + recipe, stream),
      [&]() -> TimedQuantisation {
        const Stopwatch watch;
        Quantisation quantisation = hasher.quantiser->learn(
            {input.training, context_.training.S, context_.training.reuse}, stream, observer_);
        return {std::move(quantisation), watch.seconds()};
      },
      bytes_of_quantisation);
  LearnedQuantiser learned{
      made->quantisation,
      united(input.fitted, rows_learned_from(context_, hasher.quantiser->supervision())),
      made->seconds};
  return quantisers_.emplace(recipe, std::move(learned)).first->second;
}

const ProjectedParts& Learner::project(Projected& last, const LearnedProjection& by,
                                       const Rows& queries, const Rows& database) {
  if (last.by == &by) return last.parts;
  last.by = nullptr;
  const Stopwatch watch;
  const auto projected = [&](const Rows& rows) {
    return project_rows(*by.projector, study_.dataset.features, rows, context_.mean.value, by.dims);
  };
  last.parts = {projected(queries), projected(database), 0};
  last.parts.seconds = watch.seconds();
  last.by = &by;
  return last.parts;
}

const ProjectedParts& Learner::test(const Hasher& hasher, std::size_t dims) {
  return project(test_, projection(hasher, dims), context_.split.test_queries,
                 context_.split.test_database);
}

const ProjectedParts& Learner::validation(const Hasher& hasher, std::size_t dims) {
  return project(validation_, projection(hasher, dims), context_.split.validation_queries,
                 context_.split.validation_database);
}

}  // namespace hashlab
