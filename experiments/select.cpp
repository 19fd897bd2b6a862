#include "experiments/select.h"

#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "lib/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

void check_validation(const RunContext& context) {
  const Split& split = context.split;
  check_validation_rows(split);
  if (skew(context.validation).mean == 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no item of the validation database ({} rows) is relevant to any of "
                            "the {} validation queries, so all settings score the same: raise "
                            "'validation-queries' and 'validation-database'",
                            split.validation_database.size(), split.validation_queries.size()));
  }
}

/// The points in an order that has those of one projection together.
std::vector<Hasher> by_projection(const Grid& grid) {
  std::vector<Hasher> hashers;
  for (const Grid::Point& point : grid.points) hashers.push_back(make_hasher(point.hasher));
  std::stable_sort(hashers.begin(), hashers.end(), [](const Hasher& a, const Hasher& b) {
    return a.projection_recipe < b.projection_recipe;
  });
  return hashers;
}

double validation_score(const RunContext& context, Learner& learner, const Hasher& hasher,
                        std::size_t bits, const Metric& metric, const Kernel& kernel) {
  try {
    const std::size_t dims = hasher.dimensions(bits);
    const Quantisation& quantisation = learner.quantiser(hasher, dims).quantisation;
    const ProjectedParts& parts = learner.validation(hasher, dims);
    const double score =
        metric.value(rank_counts(quantisation.encode(parts.queries),
                                 quantisation.encode(parts.database), context.validation, kernel));
    if (std::isfinite(score)) return score;
    throw Error(ErrorCode::numerical, fmt::format("{} is {}", metric.name, score));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("trying '{}': {}", hasher.name, error.what()));
  }
}

const std::string& best_point(const Grid& grid, const GridScores& scores) {
  return std::max_element(grid.points.begin(), grid.points.end(),
                          [&](const Grid::Point& a, const Grid::Point& b) {
                            return scores.at(a.hasher) < scores.at(b.hasher);
                          })
      ->hasher;
}

Rows rows_of_choice(const RunContext& context) {
  Rows rows = united(context.mean.rows, context.learner_radius.rows);
  for (const Rows* part : {&context.split.training, &context.split.validation_queries,
                           &context.split.validation_database}) {
    rows = united(rows, *part);
  }
  return rows;
}

}  // namespace

std::optional<CellRecord> evaluate_tuned_cell(
    const Study& study, const RunContext& context, Learner& learner, const Grid& grid,
    const Cell& cell, const Kernel& kernel, bool keep_codes, const GridScores& known,
    const std::function<bool(const GridScores&)>& after_point) {
  check_validation(context);
  const Stopwatch selecting;
  const Metric by = metric(selection_metric(study.suite));
  GridScores scores;
  for (const Grid::Point& point : grid.points) {
    if (known.contains(point.hasher)) scores[point.hasher] = known.at(point.hasher);
  }
  for (const Hasher& hasher : by_projection(grid)) {
    if (scores.contains(hasher.name)) continue;
    scores[hasher.name] = validation_score(context, learner, hasher, cell.bits, by, kernel);
    if (!after_point(scores)) return std::nullopt;
  }
  const double seconds = selecting.seconds();
  const Hasher chosen = make_hasher(best_point(grid, scores));
  CellRecord record = evaluate_cell(study, context, learner, chosen, cell, kernel, keep_codes);
  record.choice = chosen.name;
  record.validation = std::move(scores);
  record.fitted["hyperparameters"] = rows_of_choice(context);
  record.seconds["select"] = seconds;
  return record;
}

}  // namespace hashlab
