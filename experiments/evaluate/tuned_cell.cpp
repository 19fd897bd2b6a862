#include "experiments/evaluate/tuned_cell.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"
#include "results/record/fact_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab::experiments {
namespace {

void check_validation(const RunContext& context) {
  const splits::Split& split = context.split;
  check_validation_rows(split);
  if (skew(context.validation).mean == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no item of the validation database ({} rows) is relevant to any of "
                            "the {} validation queries, so all settings score the same: raise "
                            "'validation-queries' and 'validation-database'",
                            split.validation_database.size(), split.validation_queries.size()));
  }
}

/// The points of the grid, with those of one projection next to each other, so that they share the
/// trained projection.
std::vector<const hashers::Hasher*> by_projection(const Method& method) {
  std::vector<const hashers::Hasher*> hashers = method.candidates();
  std::stable_sort(hashers.begin(), hashers.end(),
                   [](const hashers::Hasher* a, const hashers::Hasher* b) {
                     return a->projection_recipe < b->projection_recipe;
                   });
  return hashers;
}

double validation_score(const CellInputs& inputs, const hashers::Hasher& hasher, const Cell& cell,
                        const Metric& metric) {
  try {
    const HashFunction function = hash_function_of(cell, hasher);
    const auto& thresholds = inputs.learner.quantiser(function).by;
    const ProjectedParts& parts = inputs.learner.validation(function);
    const double score =
        metric.value(rank_counts(thresholds[parts.query_coder].encode(parts.queries),
                                 thresholds[parts.database_coder].encode(parts.database),
                                 inputs.context.validation, inputs.kernel));
    if (std::isfinite(score)) return score;
    throw Error(ErrorCode::numerical, fmt::format("{} is {}", metric.name, score));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("trying '{}': {}", hasher.name, error.what()));
  }
}

const hashers::Hasher& best_point(const Grid& grid, const GridScores& scores) {
  return *std::max_element(grid.points.begin(), grid.points.end(),
                           [&](const Grid::Point& a, const Grid::Point& b) {
                             return scores.at(a.hasher->name) < scores.at(b.hasher->name);
                           })
              ->hasher;
}

Rows rows_of_choice(const RunContext& context) {
  return united(united(context.mean.rows, context.learner_ball.rows),
                splits::selection_rows(context.split));
}

}  // namespace

std::optional<ComputedCell> evaluate_tuned_cell(const CellInputs& inputs, const Cell& cell,
                                                const GridProgress& progress) {
  const Grid& grid = *cell.method.grid();
  check_validation(inputs.context);
  const Stopwatch selecting;
  const Metric by = metric(selection_metric(inputs.study.suite));
  GridScores scores;
  for (const Grid::Point& point : grid.points) {
    const auto known = progress.known.find(point.hasher->name);
    if (known != progress.known.end()) scores.insert(*known);
  }
  for (const hashers::Hasher* hasher : by_projection(cell.method)) {
    if (scores.contains(hasher->name)) continue;
    scores[hasher->name] = validation_score(inputs, *hasher, cell, by);
    if (progress.after_point && !progress.after_point(scores)) return std::nullopt;
  }
  const double seconds = selecting.seconds();
  const hashers::Hasher& chosen = best_point(grid, scores);
  ComputedCell record = evaluate_cell(inputs, chosen, cell);
  record.choice = chosen.name;
  record.validation = std::move(scores);
  record.fitted[results::fitted_names::hyperparameters] = rows_of_choice(inputs.context);
  record.seconds[results::time_names::select] = seconds;
  return record;
}

}  // namespace hashlab::experiments
