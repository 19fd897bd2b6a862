#include "experiments/learn/learn_from.h"

#include "experiments/choose/choice_text.h"
#include "experiments/choose/choose.h"
#include "experiments/learn/streams.h"
#include "experiments/suite/auto_method.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/method_checks.h"
#include "lib/blas.h"
#include "lib/data/centre.h"
#include "lib/data/dataset.h"
#include "lib/embeddings/neighbour_relevance.h"
#include "lib/error.h"
#include "lib/h5/checkpoint_folder.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <variant>

namespace hashlab::experiments {
namespace {

/// Row numbers in the data set.
Rows rows_of_training(const TrainInput& input) {
  Rows result;
  for (const std::uint32_t position : input.training) result.push_back(input.rows[position]);
  return result;
}

/// The positions of all rows that are available for training.
Rows all_positions(const TrainInput& input) {
  Rows all(input.rows.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// The ground truth with the number of neighbours that defines the radius scaled to the number of
/// learnable rows, by the same rule as in experiments.
GroundTruth scaled(const TrainSettings& settings, const TrainInput& input) {
  const std::size_t learnable = input.rows.size();
  GroundTruth ground_truth = settings.ground_truth;
  if (settings.among == 0) return ground_truth;
  auto* ball = std::get_if<BallTruth>(&ground_truth.definition);
  const bool is_scaled = ground_truth.neighbours() != nullptr ||
                         (ball != nullptr && ball->reference == BallTruth::Reference::database);
  if (!is_scaled) {
    refuse("'--among' scales the neighbours of 'epsilon:reference=database': leave it out");
  }
  if (settings.among < learnable || settings.among > input.n) {
    refuse(
        fmt::format("option '--among' = {}, expected {} .. {}: all rows that a suite ranks or "
                    "learns from, but for the test queries",
                    settings.among, learnable, input.n));
  }
  // The k of true neighbours is scaled where they are found.
  if (ball != nullptr) {
    ball->neighbours = scaled_neighbours(ball->neighbours, learnable, settings.among);
  }
  return ground_truth;
}

/// None unless the ground truth is an epsilon-neighbourhood.
std::optional<Ball> learner_ball(const TrainSettings& settings, const TrainInput& input) {
  const BallTruth* g = settings.ground_truth.ball();
  if (g == nullptr) return std::nullopt;
  const Rng rng = run_stream(settings.seed, input.checksum, "groundtruth.samples", settings.run);
  const bool by_training = g->reference == BallTruth::Reference::training;
  const double radius = ball_radius(input.X, ball_samples(*g, input.training, rng),
                                    by_training ? input.training : all_positions(input),
                                    g->neighbours, g->count_self);
  return Ball{radius, g->inclusive};
}

NeighbourGraph neighbours(const TrainSettings& settings, const TrainInput& input) {
  if (const NeighbourTruth* truth = settings.ground_truth.neighbours()) {
    const std::size_t among = settings.among == 0 ? input.rows.size() : settings.among;
    return nearest_neighbours(input.X, input.training,
                              scaled_neighbours(truth->k, input.training.size(), among), truth->by);
  }
  const std::optional<Ball> ball = learner_ball(settings, input);
  return ball ? ball_neighbours(input.X, input.training, *ball)
              : class_neighbours(input.labels, rows_of_training(input));
}

std::string checksum_of(const TrainInput& input) {
  const Labels none;
  ContentChecksum sum(input.training.size(), input.X.n_rows, none);
  for (const std::uint32_t position : input.training) sum.add(input.X.col(position));
  return sum.hex();
}

/// Everything that determines a choice. Scores stored under another recipe are not reused.
std::string choice_recipe(const TrainSettings& settings, const TrainInput& input,
                          const std::string& objective) {
  return fmt::format(
      "auto = {}\ndata = {}\ntraining = {}\ngroundtruth = {}\nlearnable-rows = {}\nseed = {}\n"
      "run = {}\nbits = {}\nbudget = {}\nobjective = {}\n",
      auto_method().recipe, input.checksum, checksum_of(input), settings.ground_truth.recipe(),
      input.rows.size(), settings.seed, settings.run, settings.bits, settings.budget, objective);
}

/// Refuses training that needs neighbours if the request leaves the ground truth open although the
/// data set has labels, or if the ground truth needs labels that the data set does not have.
void require_ground_truth(const TrainSettings& settings, const TrainInput& input) {
  if (!settings.ground_truth_given && !input.labels.empty()) {
    refuse(unnamed_ground_truth(input.place, "--groundtruth "));
  }
  if (!settings.ground_truth.by_class() || !input.labels.empty()) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: has no '/labels', which groundtruth = class needs: import it again with "
                  "--labels FILE, or use groundtruth = epsilon",
                  input.place));
}

/// Chooses a hash function on the training samples alone, except that the radius of an
/// epsilon-neighbourhood may depend on other learnable rows.
Choice choose_for(const TrainSettings& settings, const TrainInput& input,
                  const Observer& observer) {
  if (settings.ground_truth.neighbours() != nullptr) {
    refuse(
        "auto compares methods by class or by an epsilon-neighbourhood: use another "
        "--groundtruth than neighbours");
  }
  const std::string by = !settings.objective.empty()        ? settings.objective
                         : settings.ground_truth.by_class() ? "map"
                                                            : "auprc";
  const Labels labels = labels_of_rows(input.labels, input.rows);
  const ChoiceTask task{input.X,
                        labels,
                        input.training,
                        inner_sizes(input.training.size()),
                        learner_ball(settings, input),
                        settings.bits,
                        metric(by),
                        run_stream(settings.seed, input.checksum, "auto", settings.run),
                        active_kernel()};
  return choose_resumably(task, settings.budget, choice_recipe(settings, input, task.metric.name),
                          settings.scores, observer)
      .value();
}

}  // namespace

hashers::Hasher hasher_to_train(const TrainSettings& settings) {
  const bool chooses = settings.hasher == auto_name;
  hashers::Hasher hasher =
      hashers::make_hasher(chooses ? auto_method().heads.front()->name : settings.hasher);
  hashers::refuse_ignored_settings(hasher);
  return hasher;
}

void check_training(const TrainSettings& settings, const TrainInput& input, std::size_t d) {
  scaled(settings, input);
  if (settings.hasher == auto_name) return;
  std::vector<std::size_t> features;
  for (const View& view : input.views) features.push_back(view.dimensions);
  if (features.empty()) features = {d};
  check_hasher(hasher_to_train(settings), settings.bits, features, input.training.size());
}

TrainedModels learn_from(const TrainInput& input, const TrainSettings& asked,
                         const Observer& observer) {
  const OneBlasThread one_thread;
  check_training(asked, input, input.X.n_rows);
  TrainSettings settings = asked;
  settings.ground_truth = scaled(asked, input);
  hashers::Hasher hasher = hasher_to_train(settings);
  TrainedModels trained;
  std::string summary;
  if (settings.hasher == auto_name) {
    require_ground_truth(settings, input);
    const Choice choice = choose_for(settings, input, observer);
    hasher = hashers::make_hasher(choice.hasher());
    trained.choice = choice_text(choice);
    summary = choice_summary(choice);
  }
  const bool wants_neighbours =
      hasher.learner().supervision() == hashers::Supervision::neighbours ||
      hasher.quantiser->supervision() == hashers::Supervision::neighbours;
  if (hasher.learner().needs_labels() && input.labels.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has no '/labels', which hasher '{}' learns from", input.place,
                            hasher.name));
  }
  if (wants_neighbours) require_ground_truth(settings, input);
  const arma::fvec mean =
      origin_of(hasher.learner().takes_centred(), mean_of_rows(input.X, all_positions(input)));
  hashers::TrainingSet training{centred_rows(input.X, input.training, mean),
                                {},
                                labels_of_rows(input.labels, rows_of_training(input))};
  if (wants_neighbours) {
    training.S = neighbours(settings, input);
  } else {
    training.S.offsets.resize(input.training.size() + 1);
  }
  CheckpointFolder checkpoints(settings.checkpoints, settings.seconds_between_checkpoints);
  if (!settings.checkpoints.empty()) training.checkpoints = &checkpoints;
  const Rng projection = run_stream(settings.seed, input.checksum, "projection", settings.run),
            quantiser = run_stream(settings.seed, input.checksum, "quantiser", settings.run);
  std::vector<hashers::Model>& models = trained.models;
  if (!hasher.has_two_views()) {
    models = {hashers::learn_model(hasher, settings.bits, training, mean, projection, quantiser,
                                   observer)};
  } else {
    models =
        hashers::learn_paired_models(hasher, settings.bits, training, mean, input.views.front(),
                                     input.views.back(), projection, quantiser, observer);
  }
  const std::string used_ground_truth = wants_neighbours ? settings.ground_truth.recipe()
                                        : hasher.learner().needs_labels() ? "class"
                                                                          : "none";
  for (hashers::Model& model : models) {
    model.origin = {
        input.name,    input.checksum, checksum_of(input), used_ground_truth, input.training.size(),
        settings.seed, summary};
  }
  return trained;
}

}  // namespace hashlab::experiments
