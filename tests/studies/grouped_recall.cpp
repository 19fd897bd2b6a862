// What Zhdanov & Karpukhin (arXiv 2306.13357) claim of grouped recall, on drawn classes: that its
// expectation does not depend on the number of classes, and that bounds over groups hold what they
// promise. Prints CSV. Started by scripts/grouped_recall.
#include "tests/support/drawn_classes.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

namespace {

constexpr std::size_t labels_a_group = 10, repetitions = 2000;

void print_line(std::string_view what, const ClassPopulation& population, std::size_t count,
                std::string_view name, double value, double error, std::size_t runs) {
  fmt::print("{},{},{},{},{:.6f},{:.6f},{}\n", what, population.noise, count, name, value, error,
             runs);
}

void print_mean(const ClassPopulation& population, std::size_t classes, std::string_view name,
                const std::vector<double>& values) {  // and its standard error
  const double mean = mean_of_scores(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto n = static_cast<double>(values.size());
  print_line("expectation", population, classes, name, mean, std::sqrt(squares / (n - 1) / n),
             values.size());
}

/// Recall among all classes and among groups of ten, of as many draws as have 20,000 classes.
void print_expectations(const ClassPopulation& population, const Rng& rng) {
  for (const std::size_t classes : {20u, 50u, 100u, 200u, 500u, 1000u, 2000u}) {
    std::vector<double> plain, grouped;
    for (std::size_t run = 0; run < 20000 / classes; ++run) {
      const Rng here = rng.stream("draw", classes * 10000 + run);
      const DrawnClasses drawn = draw_classes(population, classes, here.stream("classes"));
      Rows all(drawn.labels.size());
      std::iota(all.begin(), all.end(), 0u);
      plain.push_back(nearest_recall(drawn, all));
      grouped.push_back(
          mean_of_scores(grouped_recalls(drawn, labels_a_group, here.stream("groups"))));
    }
    print_mean(population, classes, "recall@1", plain);
    print_mean(population, classes, "grouped-recall@1", grouped);
  }
}

void print_coverage(const ClassPopulation& population, const Rng& rng) {
  const std::vector<double> recalls =
      grouped_recalls(draw_classes(population, 100000 * labels_a_group, rng.stream("expectation")),
                      labels_a_group, rng.stream("groups"));
  const double expectation = mean_of_scores(recalls);
  print_mean(population, 100000 * labels_a_group, "grouped-recall@1", recalls);
  struct Way {
    const char* name;
    GroupDraw draw;
    std::size_t repetitions;
  };
  constexpr std::array<Way, 3> ways = {{{"new-classes", GroupDraw::new_classes, repetitions},
                                        {"ten-partitions", GroupDraw::ten_partitions, 1000},
                                        {"half-of-a-set", GroupDraw::half_of_a_set, repetitions}}};
  for (const Way& way : ways) {
    for (const std::size_t groups : {2u, 5u, 10u, 30u, 100u}) {
      const BoundCoverage found =
          bound_coverage(population, way.draw, groups, labels_a_group, expectation, way.repetitions,
                         rng.stream(way.name, groups));
      for (std::size_t b = 0; b < bound_names.size(); ++b) {
        const double share = found.share[b];
        print_line(way.name, population, groups, bound_names[b], share,
                   std::sqrt(share * (1 - share) / static_cast<double>(way.repetitions)),
                   way.repetitions);
        print_line(way.name, population, groups, fmt::format("{}-half-width", bound_names[b]),
                   found.half_width[b], 0, way.repetitions);
      }
    }
  }
}

}  // namespace

int main() {
  const Rng rng(1);
  fmt::print("what,noise,count,name,value,standard_error,repetitions\n");
  print_expectations({.noise = .8}, rng.stream("expectations"));
  // Noise at which recall among ten classes is in the middle, and near 1.
  for (const double noise : {.8, .3}) {
    print_coverage({.noise = noise}, rng.stream("coverage"));
  }
}
