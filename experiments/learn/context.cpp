#include "experiments/learn/context.h"

#include "experiments/learn/streams.h"
#include "experiments/suite/method_checks.h"
#include "hashers/content.h"
#include "lib/data/centre.h"
#include "lib/data/dataset.h"
#include "lib/embeddings/neighbour_relevance.h"
#include "lib/error.h"
#include "lib/relevance/class_labels.h"
#include "lib/relevance/list_relevance.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace hashlab::experiments {
namespace {

/// All rows except the queries and the excluded duplicates. They do not depend on the database of
/// the splitting protocol, so the radius of a run is the same under all protocols.
Rows every_row_but(const Rows& queries, const Study& study) {
  Rows rows;
  for (std::uint32_t row = 0; row < study.dataset.size(); ++row) {
    if (!std::binary_search(queries.begin(), queries.end(), row) &&
        !std::binary_search(study.excluded.begin(), study.excluded.end(), row)) {
      rows.push_back(row);
    }
  }
  return rows;
}

struct Radii {
  double evaluation;  ///< defines the relevant items
  Fitted<double> learner;
};

/// The neighbours for training if lists give the relevant items: samples that share a class, or
/// none without labels.
NeighbourGraph neighbours_beside_lists(const Labels& labels, const Rows& rows) {
  if (!labels.empty()) return class_neighbours(labels, rows);
  NeighbourGraph none;
  none.offsets.resize(rows.size() + 1);
  return none;
}

/// BallTruth::Reference defines the rows from which each radius is computed.
Radii ball_radii(const BallTruth& g, const Study& study, const splits::Split& split,
                 bool leave_one_out, std::size_t run) {
  const Features& X = study.dataset.features;
  const Rows samples =
      ball_samples(g, split.training, run_stream(study, "groundtruth.samples", run));
  Rows ascending = samples;
  std::sort(ascending.begin(), ascending.end());
  const auto radius = [&](const Rows& reference, std::size_t neighbours) {
    return Fitted<double>{ball_radius(X, samples, reference, neighbours, g.count_self),
                          united(reference, ascending)};
  };
  if (g.reference != BallTruth::Reference::database) {
    const bool by_training = g.reference == BallTruth::Reference::training;
    const Fitted<double> r = radius(by_training ? split.training : split.learnable, g.neighbours);
    return {r.value, r};
  }
  const Rows others = every_row_but(leave_one_out ? Rows() : split.test_queries, study);
  if (others == split.learnable) {
    const Fitted<double> r = radius(others, g.neighbours);
    return {r.value, r};
  }
  const std::size_t scaled = scaled_neighbours(g.neighbours, split.learnable.size(), others.size());
  return {radius(others, g.neighbours).value, radius(split.learnable, scaled)};
}

/// The neighbours of a part of the learnable rows that are the same share of it as k is of all rows
/// but the test queries.
std::size_t neighbours_among(const NeighbourTruth& truth, const Study& study,
                             const splits::Split& split, bool leave_one_out, std::size_t rows) {
  const Rows others = every_row_but(leave_one_out ? Rows() : split.test_queries, study);
  return scaled_neighbours(truth.k, rows, others.size());
}

/// Computes the neighbours for training and the items relevant to the test queries, for each type
/// of ground truth.
struct AddGroundTruth {
  const Study& study;
  const Labels& learned;
  bool leave_one_out;
  RunContext& context;

  void operator()(const ClassTruth&) const {
    const splits::Split& s = context.split;
    context.training.S = learner_neighbours(study.suite, learned, s.training);
    context.relevance = class_relevance(study.dataset.labels, s.test_queries, s.test_database);
  }
  void operator()(const ListTruth& truth) const {
    const splits::Split& s = context.split;
    context.training.S = neighbours_beside_lists(study.dataset.labels, s.training);
    context.relevance = list_relevance(study.dataset.lists, truth, s.test_queries, s.test_database);
  }
  void operator()(const NeighbourTruth& truth) const {
    const splits::Split& s = context.split;
    const Features& X = study.dataset.features;
    context.training.S = nearest_neighbours(
        X, s.training, neighbours_among(truth, study, s, leave_one_out, s.training.size()),
        truth.by);
    // A query that is among the items is not one of its own neighbours.
    context.relevance = neighbour_relevance(
        X, s.test_queries, s.test_database, truth.k, truth.by,
        leave_one_out ? own_positions(s.test_queries, s.test_database) : Lists());
  }
  void operator()(const BallTruth& truth) const {
    const splits::Split& s = context.split;
    const Features& X = study.dataset.features;
    const Radii radii = ball_radii(truth, study, s, leave_one_out, context.run);
    const Ball learner{radii.learner.value, truth.inclusive};
    context.learner_ball = {learner, radii.learner.rows};
    context.facts[results::fact_names::ball_radius] = radii.evaluation;
    context.facts[results::fact_names::learner_ball_radius] = learner.radius;
    context.training.S = ball_neighbours(X, s.training, learner);
    context.relevance =
        ball_relevance(X, s.test_queries, s.test_database, {radii.evaluation, truth.inclusive});
  }
};

std::string content_of(const hashers::TrainingSet& training, const std::vector<View>& views) {
  ContentChecksum sum(training.X.n_cols, training.X.n_rows, training.labels, views);
  sum.add(training.X);
  return sum.hex() + " " + hashers::content_of(training.S);
}

}  // namespace

results::ScoredRun scored_run(const Study& study, const RunContext& context) {
  const splits::Split& split = context.split;
  return {study.dataset,
          split.test_queries,
          split.test_database,
          split.training,
          context.relevance,
          context.mean.value,
          context.learned_labels,
          [&study, run = context.run](std::string_view purpose) {
            return run_stream(study, purpose, run);
          }};
}

RunContext make_run_context(const Study& study, const std::string& split, std::size_t run,
                            Reuse* reuse) {
  const Stopwatch watch;
  const Dataset& dataset = study.dataset;
  const GroundTruth& g = study.suite.ground_truth;
  if (g.by_class() && dataset.labels.empty()) {
    refuse("groundtruth = class needs '/labels', which data set '" + dataset.name +
           "' lacks: import it again with --labels FILE, or use groundtruth = epsilon");
  }
  if (const ListTruth* truth = g.lists()) {
    const std::string missing = missing_list(dataset.lists, *truth);
    if (!missing.empty()) {
      refuse(fmt::format("groundtruth = {} needs '{}', which data set '{}' lacks", g.recipe(),
                         missing, dataset.name));
    }
  }
  RunContext context;
  context.run = run;
  context.split = draw_split(study, split, run);
  const splits::Split& s = context.split;
  const bool leave_one_out = splits::make_split(split).strategy->info().leave_one_out;
  context.split_checksum = splits::split_checksum(s);
  context.mean = {mean_of_rows(dataset.features, s.learnable), s.learnable};
  context.training.X = centred_rows(dataset.features, s.training, context.mean.value);
  const Labels learned = coarse_labels(dataset.labels, study.suite.learn_classes,
                                       run_stream(study, "learn-classes", run));
  context.training.labels = labels_of_rows(learned, s.training);
  std::visit(AddGroundTruth{study, learned, leave_one_out, context}, g.definition);
  if (leave_one_out && !g.by_lists()) {
    context.relevance.ignored = own_positions(s.test_queries, s.test_database);
  }
  if (!study.suite.scores.empty()) context.learned_labels = learned;
  for (const auto& score : study.suite.scores) {
    context.scores.push_back(score->of_run(scored_run(study, context)));
  }
  context.training.reuse = reuse;
  if (reuse != nullptr) context.training_content = content_of(context.training, dataset.views);
  if (has_grids(study.suite)) {
    const Rows& queries = s.validation_queries;
    const Rows& database = s.validation_database;
    const std::optional<Ball>& ball = context.learner_ball.value;
    if (const NeighbourTruth* truth = g.neighbours()) {
      context.validation = neighbour_relevance(
          dataset.features, queries, database,
          neighbours_among(*truth, study, s, leave_one_out, database.size()), truth->by);
    } else {
      context.validation = ball ? ball_relevance(dataset.features, queries, database, *ball)
                                : class_relevance(learned, queries, database);
    }
  }
  const Skew uneven = skew(context.relevance);
  context.facts[results::fact_names::relevant_mean] = uneven.mean;
  context.facts[results::fact_names::relevant_median] = uneven.median;
  context.facts[results::fact_names::queries_without_relevant] = uneven.none;
  context.facts[results::fact_names::test_queries] = static_cast<double>(s.test_queries.size());
  context.facts[results::fact_names::test_database] = static_cast<double>(s.test_database.size());
  if (!study.excluded.empty()) {
    context.facts[results::fact_names::duplicates_excluded] =
        static_cast<double>(study.excluded.size());
  }
  context.seconds = watch.seconds();
  return context;
}

}  // namespace hashlab::experiments
