#include "experiments/learn/learner.h"

#include "experiments/learn/database_codes.h"
#include "experiments/learn/streams.h"
#include "hashers/content.h"
#include "lib/data/centre.h"
#include "lib/relevance/class_labels.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <utility>

namespace hashlab::experiments {

Learner::Learner(const Study& study, const RunContext& context, Observer observer)
    : study_(study), context_(context), observer_(std::move(observer)) {}

std::string Learner::key(std::string_view what, const hashers::Hasher& hasher, const Rng& stream) {
  std::string text =
      fmt::format("{} by {} from {}", what, stream.seed(), context_.training_content);
  // The content in the context is that of centred samples, which is equal for samples that differ
  // only by a constant vector.
  if (!hasher.learner().takes_centred()) {
    text += " as stored " + hashers::content_of(training_of(hasher).X);
  }
  return text;
}

hashers::FeatureRange Learner::range_of(const std::string& view) const {
  for (const View& known : study_.dataset.views) {
    if (known.name == view) return {known.first, known.dimensions};
  }
  return {0, study_.dataset.dimensions()};
}

Coder Learner::coder_of(const hashers::Hasher& hasher, const std::string& view) const {
  const bool first = !hasher.has_two_views() || view == study_.suite.views.front();
  return first ? Coder::first : Coder::second;
}

Coder Learner::query_coder(const HashFunction& function) const {
  return coder_of(function.hasher, function.direction.query);
}

Coder Learner::database_coder(const HashFunction& function) const {
  const results::Direction& direction = function.direction;
  if (direction.codes == "joint") return Coder::joint;
  if (direction.codes == "label") return Coder::label;
  return coder_of(function.hasher, direction.database);
}

/// The rows that affect a method: the training samples, the rows of the mean and, for a method that
/// uses neighbours, the rows of the training radius.
SharedRows Learner::learned_from(hashers::Supervision supervision) const {
  const SharedRows rows = union_of(context_.mean.rows, context_.split.training);
  return supervision == hashers::Supervision::neighbours
             ? union_of(rows, context_.learner_ball.rows)
             : rows;
}

/// The training set of the method, centred only if it takes centred samples.
const hashers::TrainingSet& Learner::training_of(const hashers::Hasher& hasher) {
  if (hasher.learner().takes_centred()) return context_.training;
  if (!as_stored_) {
    hashers::TrainingSet made = context_.training;
    made.X = centred_rows(study_.dataset.features, context_.split.training,
                          origin_of(false, context_.mean.value));
    as_stored_ = std::move(made);
  }
  return *as_stored_;
}

const LearnedProjection& Learner::projection(const HashFunction& function) {
  const hashers::Hasher& hasher = function.hasher;
  const std::string recipe = projection_key(function);
  const auto known = projections_.find(recipe);
  if (known != projections_.end()) return known->second;
  const Rng stream = run_stream(study_, "projection", context_.run);
  const hashers::TrainingSet& training = training_of(hasher);
  const auto projected = reused<ProjectedTraining>(
      training.reuse, key("projection " + recipe, hasher, stream),
      [&] {
        if (!hasher.has_two_views()) {
          return learn_one(hasher.projection(), training, range_of(function.direction.query),
                           function.dims, stream, observer_);
        }
        const std::vector<std::string>& views = study_.suite.views;
        return learn_pair(hasher.cross_modal(), training, range_of(views.front()),
                          range_of(views.back()), function.dims, stream, observer_);
      },
      bytes_of_projection);
  const hashers::LearningMethod& method = hasher.learner();
  LearnedProjection learned{projected->by,      projected->of_classes,
                            function.dims,      learned_from(method.supervision()),
                            projected->seconds, method.takes_centred()};
  return projections_.emplace(recipe, std::move(learned)).first->second;
}

const LearnedQuantiser& Learner::quantiser(const HashFunction& function) {
  const hashers::Hasher& hasher = function.hasher;
  std::string recipe = projection_key(function) + " + " + hasher.quantiser_recipe;
  if (hasher.quantiser->codes_vectors()) recipe += fmt::format(" at {} bits", function.bits);
  const auto known = quantisers_.find(recipe);
  if (known != quantisers_.end()) return known->second;
  const LearnedProjection& input = projection(function);
  const Rng stream = run_stream(study_, "quantiser", context_.run);
  const auto made = reused<TimedQuantisation>(
      context_.training.reuse, key("quantiser " + recipe, hasher, stream),
      [&] {
        return learn_quantisation(hasher, function.bits, input.by, context_.training, stream,
                                  observer_);
      },
      bytes_of_quantisation);
  LearnedQuantiser learned{made->by,
                           union_of(input.fitted, learned_from(hasher.quantiser->supervision())),
                           made->seconds};
  return quantisers_.emplace(recipe, std::move(learned)).first->second;
}

arma::fmat Learner::values(const LearnedProjection& learned, Coder coder,
                           std::span<const std::uint32_t> rows) const {
  const CoderFunction& by = learned.by[coder];
  if (by.projector) {
    return hashers::project_rows(*by.projector, study_.dataset.features, rows,
                                 origin_of(learned.centred, context_.mean.value), learned.dims,
                                 by.range);
  }
  if (coder == Coder::label) {
    return values_of_classes(learned.of_classes, context_.training.labels,
                             labels_of_rows(study_.dataset.labels, rows));
  }
  return values_of_training(by.training, context_.split.training, rows);
}

const ProjectedParts& Learner::project(Projected& last, const HashFunction& function,
                                       const Rows& queries, const Rows& database) {
  const LearnedProjection& by = projection(function);
  if (last.by == &by && last.direction == function.direction) return last.parts;
  last.by = nullptr;
  const Stopwatch watch;
  ProjectedParts parts;
  parts.query_coder = query_coder(function);
  parts.database_coder = database_coder(function);
  parts.queries = values(by, parts.query_coder, queries);
  parts.database = values(by, parts.database_coder, database);
  parts.seconds = watch.seconds();
  last = {&by, function.direction, std::move(parts)};
  return last.parts;
}

const ProjectedParts& Learner::test(const HashFunction& function) {
  return project(test_, function, context_.split.test_queries, context_.split.test_database);
}

const ProjectedParts& Learner::validation(const HashFunction& function) {
  return project(validation_, function, context_.split.validation_queries,
                 context_.split.validation_database);
}

}  // namespace hashlab::experiments
