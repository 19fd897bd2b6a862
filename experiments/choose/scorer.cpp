#include "experiments/choose/scorer.h"

#include "hashers/project_rows.h"
#include "lib/data/centre.h"
#include "lib/error.h"
#include "lib/ranking/rank_counts.h"
#include "lib/ranking/real_rank_counts.h"
#include "lib/relevance/class_labels.h"
#include "lib/similarity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlab::experiments {
namespace {

constexpr std::size_t reuse_bytes = std::size_t{256} << 20;

/// The first `count` rows, ascending.
Rows first_of(const Rows& rows, std::size_t count) {
  Rows first(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
  std::sort(first.begin(), first.end());
  return first;
}

}  // namespace

bool looks_at_neighbours(const hashers::Hasher& hasher) {
  return hasher.learner().supervision() == hashers::Supervision::neighbours ||
         hasher.quantiser->supervision() == hashers::Supervision::neighbours;
}

/// The projected parts of a split, which all quantisers of one projection share.
struct Scorer::Projected {
  arma::fmat training, queries, database;
};

Scorer::Scorer(const ChoiceTask& task, Observer observer)
    : task_(task), observer_(std::move(observer)), reuse_(reuse_bytes) {}

const Scorer::Parts& Scorer::parts(std::size_t split) {
  if (parts_ && parts_->split == split) return *parts_;
  Parts made;
  made.split = split;
  made.rows = draw_inner_split(task_.pool, task_.sizes, task_.rng, split);
  const Rows &queries = made.rows.queries, &database = made.rows.database;
  made.relevance = task_.ball ? ball_relevance(task_.X, queries, database, *task_.ball)
                              : class_relevance(task_.labels, queries, database);
  parts_ = std::move(made);
  learnable_.reset();
  return *parts_;
}

NeighbourGraph Scorer::neighbours(const Rows& rows) const {
  return task_.ball ? ball_neighbours(task_.X, rows, *task_.ball)
                    : class_neighbours(task_.labels, rows);
}

const hashers::TrainingSet& Scorer::learnable(std::size_t split, std::size_t rung,
                                              bool with_neighbours) {
  const Parts& at = parts(split);
  const std::size_t n = rung_size(at.rows.training.size(), rung, min_rows(task_.bits));
  const Rows rows = first_of(at.rows.training, n);
  if (!learnable_ || learnable_->n != n) {
    Learnable made;
    made.split = split;
    made.n = n;
    made.mean = mean_of_rows(task_.X, rows);
    made.training.X = centred_rows(task_.X, rows, made.mean);
    made.training.labels = labels_of_rows(task_.labels, rows);
    made.training.S.offsets.resize(rows.size() + 1);
    made.training.reuse = &reuse_;
    made.key = fmt::format("{} rows of split {}", n, split);
    learnable_ = std::move(made);
  }
  if (with_neighbours && !learnable_->has_neighbours) {
    learnable_->training.S = neighbours(rows);
    learnable_->has_neighbours = true;
  }
  return learnable_->training;
}

double Scorer::score(const hashers::Hasher& hasher, std::size_t rung, std::size_t split) {
  const hashers::TrainingSet& training = learnable(split, rung, looks_at_neighbours(hasher));
  const Parts& at = parts(split);
  const std::size_t dims = hasher.dimensions(task_.bits);
  const std::string key =
      fmt::format("auto: {} x {}, {}", hasher.projection_recipe, dims, learnable_->key);
  const auto projected = reuse_.get<Projected>(
      key,
      [&] {
        const auto projector = hasher.projection().learn(
            training, dims, task_.rng.stream("projection", split), observer_);
        const auto project = [&](const Rows& rows) {
          return hashers::project_rows(*projector, task_.X, rows, learnable_->mean, dims);
        };
        return Projected{projector->project(training.X), project(at.rows.queries),
                         project(at.rows.database)};
      },
      [](const Projected& p) {
        return (p.training.n_elem + p.queries.n_elem + p.database.n_elem) * sizeof(float);
      });
  const hashers::Quantisation by = hasher.quantiser->learn(
      {projected->training, training.S, &reuse_}, task_.rng.stream("quantiser", split), observer_);
  const double score = task_.metric.value(rank_counts(
      by.encode(projected->queries), by.encode(projected->database), at.relevance, task_.kernel));
  if (std::isfinite(score)) return score;
  throw Error(ErrorCode::numerical, fmt::format("{} is {}", task_.metric.name, score));
}

double Scorer::euclidean(std::size_t split) {
  const Parts& at = parts(split);
  return task_.metric.value(real_rank_counts(task_.X, at.rows.queries, at.rows.database,
                                             at.relevance, Similarity::euclidean));
}

double Scorer::neighbour_share() {
  constexpr std::size_t most = 1000;  // enough samples to estimate a share
  const Rows& training = parts(0).rows.training;
  const std::size_t n = std::min(most, training.size());
  if (!task_.ball && task_.labels.empty()) return 0;
  const auto pairs = static_cast<double>(neighbours(first_of(training, n)).items.size());
  return n < 2 ? 0 : pairs / static_cast<double>(n * (n - 1));
}

bool Scorer::has_relevant() {
  return skew(parts(0).relevance).mean > 0;
}

}  // namespace hashlab::experiments
