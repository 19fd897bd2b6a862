#include "tests/support/drawn_classes.h"

#include "lib/metrics/label_groups.h"
#include "results/statistics/group_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hashlab::testing {
namespace {

DrawnClasses of_labels(const DrawnClasses& all, const std::vector<std::uint32_t>& labels,
                       std::size_t rows_a_class) {
  DrawnClasses some{Features(all.features.n_rows, labels.size() * rows_a_class), {}};
  arma::uword row = 0;
  for (const std::uint32_t label : labels) {
    for (std::size_t i = 0; i < rows_a_class; ++i, ++row) {
      some.features.col(row) = all.features.col(label * rows_a_class + i);
      some.labels.push_back(static_cast<std::int32_t>(label));
    }
  }
  return some;
}

/// Some of the classes of a finite set, drawn without repeats.
DrawnClasses some_classes(const DrawnClasses& set, std::size_t classes, std::size_t rows_a_class,
                          Rng rng) {
  std::vector<std::uint32_t> labels(set.labels.size() / rows_a_class);
  std::iota(labels.begin(), labels.end(), 0u);
  rng.shuffle(labels);
  labels.resize(classes);
  return of_labels(set, labels, rows_a_class);
}

void add(BoundCoverage& sums, const std::vector<double>& scores, double expectation) {
  const std::array<double, 4> widths = {
      results::clt_half_width(scores), results::student_half_width(scores),
      results::bernoulli_half_width(scores), results::hoeffding_half_width(scores.size())};
  const double off = std::abs(mean_of_scores(scores) - expectation);
  for (std::size_t b = 0; b < widths.size(); ++b) {
    sums.share[b] += off <= widths[b] ? 1 : 0;
    sums.half_width[b] += widths[b];
  }
}

}  // namespace

DrawnClasses draw_classes(const ClassPopulation& population, std::size_t classes, Rng rng) {
  const std::size_t d = population.dimensions, n = population.rows_a_class;
  DrawnClasses drawn{Features(d, classes * n), {}};
  std::vector<double> centre(d);
  arma::uword row = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    for (double& x : centre) x = rng.normal();
    for (std::size_t i = 0; i < n; ++i, ++row) {
      float* x = drawn.features.colptr(row);
      for (std::size_t j = 0; j < d; ++j) {
        x[j] = static_cast<float>(centre[j] + population.noise * rng.normal());
      }
      drawn.labels.push_back(static_cast<std::int32_t>(c));
    }
  }
  return drawn;
}

double nearest_recall(const DrawnClasses& drawn, const Rows& rows) {
  const std::size_t d = drawn.features.n_rows;
  std::size_t hits = 0;
  for (const std::uint32_t query : rows) {
    const float* q = drawn.features.colptr(query);
    float least = std::numeric_limits<float>::infinity();
    std::int32_t found = -1;
    for (const std::uint32_t row : rows) {
      if (row == query) continue;
      const float* x = drawn.features.colptr(row);
      float distance = 0;
      for (std::size_t j = 0; j < d; ++j) distance += (q[j] - x[j]) * (q[j] - x[j]);
      if (distance < least) {
        least = distance;
        found = drawn.labels[row];
      }
    }
    hits += found == drawn.labels[query] ? 1 : 0;
  }
  return static_cast<double>(hits) / static_cast<double>(rows.size());
}

std::vector<double> grouped_recalls(const DrawnClasses& drawn, std::size_t labels_a_group,
                                    Rng rng) {
  std::vector<double> recalls;
  for (const Rows& group : drawn_label_groups(drawn.labels, labels_a_group, rng).groups) {
    recalls.push_back(nearest_recall(drawn, group));
  }
  return recalls;
}

double mean_of_scores(const std::vector<double>& scores) {
  return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

BoundCoverage bound_coverage(const ClassPopulation& population, GroupDraw draw, std::size_t groups,
                             std::size_t labels_a_group, double expectation,
                             std::size_t repetitions, const Rng& rng) {
  constexpr std::size_t draws_a_set = 50, groups_for_a_set = 2000;
  const std::size_t classes = groups * labels_a_group;
  BoundCoverage sums;
  DrawnClasses set;
  for (std::size_t r = 0; r < repetitions; ++r) {
    const Rng here = rng.stream("repetition", r);
    if (draw == GroupDraw::half_of_a_set && r % draws_a_set == 0) {
      set = draw_classes(population, 2 * classes, here.stream("set"));
      std::vector<double> recalls;
      for (std::size_t p = 0; recalls.size() < groups_for_a_set; ++p) {
        for (const double recall :
             grouped_recalls(set, labels_a_group, here.stream("expectation", p))) {
          recalls.push_back(recall);
        }
      }
      expectation = mean_of_scores(recalls);
    }
    const DrawnClasses drawn =
        draw == GroupDraw::half_of_a_set
            ? some_classes(set, classes, population.rows_a_class, here.stream("half"))
            : draw_classes(population, classes, here.stream("classes"));
    std::vector<double> scores;
    for (std::size_t p = 0; p < (draw == GroupDraw::ten_partitions ? 10u : 1u); ++p) {
      for (const double score : grouped_recalls(drawn, labels_a_group, here.stream("groups", p))) {
        scores.push_back(score);
      }
    }
    add(sums, scores, expectation);
  }
  for (std::size_t b = 0; b < sums.share.size(); ++b) {
    sums.share[b] /= static_cast<double>(repetitions);
    sums.half_width[b] /= static_cast<double>(repetitions);
  }
  return sums;
}

}  // namespace hashlab::testing
