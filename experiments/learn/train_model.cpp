#include "experiments/learn/train_model.h"

#include "experiments/choose/choice_text.h"
#include "experiments/choose/choose.h"
#include "experiments/learn/streams.h"
#include "experiments/suite/auto_method.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/method_checks.h"
#include "hashers/project_rows.h"
#include "lib/data/centre.h"
#include "lib/data/dataset.h"
#include "lib/data/dataset_file.h"
#include "lib/data/index_list.h"
#include "lib/error.h"
#include "lib/h5/checkpoint_folder.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <variant>

namespace hashlab::experiments {
namespace {

/// The rows of a data set that are kept in memory, and the positions of each part among them.
struct Kept {
  Rows rows;                 // of the data set
  Rows training, learnable;  // positions in `rows`
  Features X;                // d x rows
  Labels labels;             // of all rows of the data set
  std::string checksum;      // of the data set

  /// Row numbers in the data set.
  Rows training_rows() const {
    Rows result;
    for (const std::uint32_t position : training) result.push_back(rows[position]);
    return result;
  }
};

Rows positions(const Rows& of, const Rows& among) {
  Rows result;
  for (const std::uint32_t row : of) {
    const auto place = std::lower_bound(among.begin(), among.end(), row);
    result.push_back(static_cast<std::uint32_t>(place - among.begin()));
  }
  return result;
}

Rows training_rows(const TrainRequest& request, std::size_t n) {
  if (!request.rows.empty()) return read_ascending_rows(request.rows, n);
  if (request.training > n) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '--training' = {} does not fit: {} has {} rows: lower it",
                            request.training, request.data, n));
  }
  if (request.training > 0) return random_rows(n, request.training, request.seed);
  Rows all(n);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Kept choose_rows(const TrainRequest& request, std::size_t n) {
  Kept kept;
  const Rows training = training_rows(request, n);
  Rows learnable = training;
  if (!request.learnable.empty()) {
    const Rows more = read_ascending_rows(request.learnable, n);
    learnable.clear();
    std::set_union(training.begin(), training.end(), more.begin(), more.end(),
                   std::back_inserter(learnable));
  }
  kept.rows = learnable;
  kept.training = positions(training, kept.rows);
  kept.learnable = positions(learnable, kept.rows);
  return kept;
}

/// Reads the whole file in one pass, because the checksum covers all rows, and not only the kept
/// ones.
void read_kept(const DatasetFile& source, Kept& kept,
               const std::function<void(std::size_t, std::size_t)>& advance) {
  const std::size_t n = source.size(), d = source.dimensions(), block = rows_at_once(d);
  kept.labels = source.read_labels();
  kept.X.set_size(d, kept.rows.size());
  ContentChecksum sum(n, d, kept.labels, source.views());
  std::size_t next = 0;
  for (std::size_t first = 0; first < n; first += block) {
    const Features piece = source.read(first, std::min(block, n - first));
    sum.add(piece);
    for (; next < kept.rows.size() && kept.rows[next] < first + piece.n_cols; ++next) {
      std::copy_n(piece.colptr(kept.rows[next] - first), d, kept.X.colptr(next));
    }
    advance(first + piece.n_cols, n);
  }
  kept.checksum = sum.hex();
}

/// Scales the number of neighbours that defines the radius to the number of learnable rows, by the
/// same rule as in experiments.
void scale_neighbours(TrainRequest& request, std::size_t learnable, std::size_t n) {
  auto* ball = std::get_if<BallTruth>(&request.ground_truth.definition);
  if (ball == nullptr || ball->reference != BallTruth::Reference::database) {
    refuse("'--among' scales the neighbours of 'epsilon:reference=database': leave it out");
  }
  if (request.among < learnable || request.among > n) {
    refuse(
        fmt::format("option '--among' = {}, expected {} .. {}: all rows that a suite ranks or "
                    "learns from, but for the test queries",
                    request.among, learnable, n));
  }
  ball->neighbours = scaled_neighbours(ball->neighbours, learnable, request.among);
}

/// None unless the ground truth is an epsilon-neighbourhood.
std::optional<Ball> learner_ball(const TrainRequest& request, const Kept& kept) {
  const BallTruth* g = request.ground_truth.ball();
  if (g == nullptr) return std::nullopt;
  const Rng rng = run_stream(request.seed, kept.checksum, "groundtruth.samples", request.run);
  const bool by_training = g->reference == BallTruth::Reference::training;
  const double radius =
      ball_radius(kept.X, ball_samples(*g, kept.training, rng),
                  by_training ? kept.training : kept.learnable, g->neighbours, g->count_self);
  return Ball{radius, g->inclusive};
}

NeighbourGraph neighbours(const TrainRequest& request, const Kept& kept) {
  const std::optional<Ball> ball = learner_ball(request, kept);
  return ball ? ball_neighbours(kept.X, kept.training, *ball)
              : class_neighbours(kept.labels, kept.training_rows());
}

std::string checksum_of(const Kept& kept) {
  const Labels none;
  ContentChecksum sum(kept.training.size(), kept.X.n_rows, none);
  for (const std::uint32_t position : kept.training) sum.add(kept.X.col(position));
  return sum.hex();
}

/// Everything that determines a choice. Scores stored under another recipe are not reused.
std::string choice_recipe(const TrainRequest& request, const Kept& kept,
                          const std::string& objective) {
  return fmt::format(
      "auto = {}\ndata = {}\ntraining = {}\ngroundtruth = {}\nlearnable-rows = {}\nseed = {}\n"
      "run = {}\nbits = {}\nbudget = {}\nobjective = {}\n",
      auto_method().recipe, kept.checksum, checksum_of(kept), request.ground_truth.recipe(),
      kept.learnable.size(), request.seed, request.run, request.bits, request.budget, objective);
}

/// Refuses training that needs neighbours if the request leaves the ground truth open although the
/// data set has labels, or if the ground truth needs labels that the data set does not have.
void require_ground_truth(const TrainRequest& request, const Kept& kept) {
  if (!request.ground_truth_given && !kept.labels.empty()) {
    refuse(unnamed_ground_truth(request.data, "--groundtruth "));
  }
  if (!request.ground_truth.by_class() || !kept.labels.empty()) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: has no '/labels', which groundtruth = class needs: import it again with "
                  "--labels FILE, or use groundtruth = epsilon",
                  request.data));
}

/// Chooses a hash function on the training samples alone, except that the radius of an
/// epsilon-neighbourhood may depend on other learnable rows.
Choice choose_for(const TrainRequest& request, const Kept& kept, const Observer& observer) {
  const std::string by = !request.objective.empty()        ? request.objective
                         : request.ground_truth.by_class() ? "map"
                                                           : "auprc";
  const Labels labels = labels_of_rows(kept.labels, kept.rows);
  const ChoiceTask task{kept.X,
                        labels,
                        kept.training,
                        inner_sizes(kept.training.size()),
                        learner_ball(request, kept),
                        request.bits,
                        metric(by),
                        run_stream(request.seed, kept.checksum, "auto", request.run),
                        active_kernel()};
  return choose_resumably(task, request.budget, choice_recipe(request, kept, task.metric.name),
                          request.scores, observer)
      .value();
}

/// Opens the view, or the two views, on which the method is trained.
DatasetFile open_source(const TrainRequest& request, const hashers::Hasher& hasher) {
  const bool all = request.rows.empty() && request.training == 0;
  const std::size_t at_once = all ? DatasetFile::whole : DatasetFile::in_pieces;
  if (!hasher.has_two_views()) {
    if (request.views.empty()) return DatasetFile(request.data, request.view, at_once);
    refuse(
        fmt::format("hasher '{}' learns from one view: name it by '--view', instead of two by "
                    "'--views'",
                    hasher.name));
  }
  if (request.views.size() != 2 || request.views.front() == request.views.back()) {
    refuse(
        fmt::format("hasher '{}' learns from two views: name its first and its second by "
                    "'--views', such as '--views image,text'",
                    hasher.name));
  }
  if (!request.ground_truth.by_class()) {
    refuse("of two views neighbours are those of a class: add '--groundtruth class'");
  }
  return DatasetFile(request.data, request.views, at_once);
}

std::vector<std::size_t> features_of(const DatasetFile& source) {
  std::vector<std::size_t> features;
  for (const View& view : source.views()) features.push_back(view.dimensions);
  return features.empty() ? std::vector{source.dimensions()} : features;
}

}  // namespace

Rows random_rows(std::size_t n, std::size_t count, std::uint64_t seed) {
  Rng rng = Rng(seed).stream("train.rows");
  Rows rows;
  for (std::uint32_t row = 0; rows.size() < count; ++row) {
    // Accepting each row with this probability makes all subsets equally likely.
    if (rng.below(n - row) < count - rows.size()) rows.push_back(row);
  }
  return rows;
}

std::size_t rows_at_once(std::size_t d) {
  const std::size_t blocks =
      (std::size_t{1} << 24) / (d * sizeof(float) * hashers::projection_block);
  return std::max<std::size_t>(1, blocks) * hashers::projection_block;
}

TrainedModels train_model(const TrainRequest& asked,
                          const std::function<void(std::size_t, std::size_t)>& advance,
                          const Observer& observer) {
  TrainRequest request = asked;
  const bool chooses = request.hasher == auto_name;
  // Opening the file needs only the number of views, which is one for all candidates.
  hashers::Hasher hasher =
      hashers::make_hasher(chooses ? auto_method().heads.front()->name : request.hasher);
  hashers::refuse_ignored_settings(hasher);
  const std::string name = dataset_name(request.data, request.view);
  const DatasetFile source = open_source(request, hasher);
  Kept kept = choose_rows(request, source.size());
  if (request.among > 0) scale_neighbours(request, kept.learnable.size(), source.size());
  if (!chooses) check_hasher(hasher, request.bits, features_of(source), kept.training.size());
  read_kept(source, kept, advance);
  TrainedModels trained;
  std::string summary;
  if (chooses) {
    require_ground_truth(request, kept);
    const Choice choice = choose_for(request, kept, observer);
    hasher = hashers::make_hasher(choice.hasher());
    trained.choice = choice_text(choice);
    summary = choice_summary(choice);
  }
  const bool wants_neighbours =
      hasher.learner().supervision() == hashers::Supervision::neighbours ||
      hasher.quantiser->supervision() == hashers::Supervision::neighbours;
  if (hasher.learner().needs_labels() && kept.labels.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: has no '/labels', which hasher '{}' learns from", request.data,
                            hasher.name));
  }
  if (wants_neighbours) require_ground_truth(request, kept);
  const arma::fvec mean =
      origin_of(hasher.learner().takes_centred(), mean_of_rows(kept.X, kept.learnable));
  hashers::TrainingSet training{centred_rows(kept.X, kept.training, mean),
                                {},
                                labels_of_rows(kept.labels, kept.training_rows())};
  if (wants_neighbours) {
    training.S = neighbours(request, kept);
  } else {
    training.S.offsets.resize(kept.training.size() + 1);
  }
  CheckpointFolder checkpoints(request.checkpoints, request.seconds_between_checkpoints);
  if (!request.checkpoints.empty()) training.checkpoints = &checkpoints;
  const Rng projection = run_stream(request.seed, kept.checksum, "projection", request.run),
            quantiser = run_stream(request.seed, kept.checksum, "quantiser", request.run);
  std::vector<hashers::Model>& models = trained.models;
  if (!hasher.has_two_views()) {
    models = {hashers::learn_model(hasher, request.bits, training, mean, projection, quantiser,
                                   observer)};
  } else {
    const std::vector<View>& views = source.views();
    models = hashers::learn_paired_models(hasher, request.bits, training, mean, views.front(),
                                          views.back(), projection, quantiser, observer);
  }
  const std::string used_ground_truth = wants_neighbours ? request.ground_truth.recipe()
                                        : hasher.learner().needs_labels() ? "class"
                                                                          : "none";
  for (hashers::Model& model : models) {
    model.origin.dataset = name;
    model.origin.dataset_checksum = kept.checksum;
    model.origin.training_checksum = checksum_of(kept);
    model.origin.groundtruth = used_ground_truth;
    model.origin.samples = kept.training.size();
    model.origin.seed = request.seed;
    model.origin.choice = summary;
  }
  return trained;
}

}  // namespace hashlab::experiments
