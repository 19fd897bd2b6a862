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

}  // namespace

std::string projection_key(const Hasher& hasher, std::size_t dims) {
  return fmt::format("{} x {}", hasher.projection_recipe, dims);
}

Learner::Learner(const Study& study, const RunContext& context, Observer observer)
    : study_(study), context_(context), observer_(std::move(observer)) {}

const LearnedProjection& Learner::projection(const Hasher& hasher, std::size_t dims) {
  const std::string key = projection_key(hasher, dims);
  const auto known = projections_.find(key);
  if (known != projections_.end()) return known->second;
  const Stopwatch watch;
  LearnedProjection learned;
  learned.projector = hasher.projection->learn(
      context_.training, dims, run_stream(study_, "projection", context_.run), observer_);
  learned.dims = dims;
  learned.fitted = rows_learned_from(context_, hasher.projection->supervision());
  learned.seconds = watch.seconds();
  learned.training = learned.projector->project(context_.training.X);
  return projections_.emplace(key, std::move(learned)).first->second;
}

const LearnedQuantiser& Learner::quantiser(const Hasher& hasher, std::size_t dims) {
  const std::string key = projection_key(hasher, dims) + " + " + hasher.quantiser_recipe;
  const auto known = quantisers_.find(key);
  if (known != quantisers_.end()) return known->second;
  const LearnedProjection& input = projection(hasher, dims);
  const Stopwatch watch;
  LearnedQuantiser learned;
  learned.quantisation =
      hasher.quantiser->learn({input.training, context_.training.S},
                              run_stream(study_, "quantiser", context_.run), observer_);
  learned.fitted =
      united(input.fitted, rows_learned_from(context_, hasher.quantiser->supervision()));
  learned.seconds = watch.seconds();
  return quantisers_.emplace(key, std::move(learned)).first->second;
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
