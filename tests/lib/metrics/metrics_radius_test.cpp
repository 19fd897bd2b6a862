#include "lib/metrics/cumulated.h"
#include "lib/metrics/metrics.h"
#include "tests/support/rankings.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace hashlab::metrics_radius_test {
namespace {

using namespace testing;

double value(const std::string& name, const RankCounts& counts) {
  return metric(name).value(counts);
}

struct Within {
  double retrieved = 0, found = 0, relevant = 0;
  double precision(double empty) const { return retrieved > 0 ? found / retrieved : empty; }
  double recall() const { return relevant > 0 ? found / relevant : 0; }
};

Within within(const Ranking& ranking, unsigned radius) {
  Within w;
  for (std::size_t i = 0; i < ranking.D.size(); ++i) {
    w.relevant += ranking.relevant[i] ? 1 : 0;
    if (ranking.D[i] > radius) continue;
    w.retrieved += 1;
    w.found += ranking.relevant[i] ? 1 : 0;
  }
  return w;
}

double f1(double precision, double recall) {
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

}  // namespace

TEST_CASE(
    "metrics within a radius: every treatment of empty retrievals and missing relevant items") {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    CAPTURE(seed);
    // Few items and many distances, so that small radii are often empty.
    const Rankings rankings = random_rankings(5, 1 + seed % 4, 7, Rng(seed).stream("radius"));
    const RankCounts counts = counted(rankings, 7);
    for (const unsigned radius : {0u, 2u, 5u}) {
      for (const int empty : {0, 1}) {
        Within pool;
        double precision = 0, recall = 0, n = 0;
        for (const Ranking& ranking : rankings) {
          const Within one = within(ranking, radius);
          pool.retrieved += one.retrieved;
          pool.found += one.found;
          pool.relevant += one.relevant;
          if (one.relevant == 0) continue;
          precision += one.precision(empty);
          recall += one.recall();
          n += 1;
        }
        const auto name = [&](const char* base, const char* more = "") {
          return fmt::format("{}@{}:empty={}{}", base, radius, empty, more);
        };
        CHECK(value(name("precision"), counts) == doctest::Approx(pool.precision(empty)));
        CHECK(value(name("f1"), counts) ==
              doctest::Approx(f1(pool.precision(empty), pool.recall())));
        if (n == 0) continue;
        CHECK(value(name("precision-macro"), counts) == doctest::Approx(precision / n));
        CHECK(value(name("f1-macro"), counts) == doctest::Approx(f1(precision / n, recall / n)));
        CHECK(value(name("precision-macro", ",without-relevant=zero"), counts) ==
              doctest::Approx(precision / 5));
        CHECK(value(fmt::format("recall-macro@{}:without-relevant=zero", radius), counts) ==
              doctest::Approx(recall / 5));
      }
    }
  }
}

TEST_CASE("metrics within a radius: ramap is the mean of the macro precisions at every radius") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const RankCounts counts =
        counted(random_rankings(4, 1 + seed % 9, 6, Rng(seed).stream("ramap")), 6);
    for (const int empty : {0, 1}) {
      double sum = 0;
      for (int radius = 0; radius < 6; ++radius) {
        sum += value(fmt::format("precision-macro@{}:empty={}", radius, empty), counts);
      }
      CHECK(value(fmt::format("ramap:empty={}", empty), counts) == doctest::Approx(sum / 6));
    }
  }
}

TEST_CASE("metrics within a radius: queries without relevant items are counted") {
  const Ranking with = {{0, 1}, {true, false}}, without = {{0, 1}, {false, false}};
  CHECK(queries_without_relevant(counted({with, without, without, with}, 3)) == 2);
  CHECK(queries_without_relevant(counted({without, with}, 3)) == 1);
  CHECK(queries_without_relevant(counted({with}, 3)) == 0);
  CHECK(queries_without_relevant(RankCounts{}) == 0);
}

TEST_CASE("metrics within a radius: the longest ranking is that of the query with most items") {
  RankCounts counts;
  counts.n_queries = 3;
  counts.distances = CodeDistances{2};
  counts.all = {1, 1, 4, 3, 0, 5};
  CHECK(longest_ranking(counts) == 7);
  CHECK(longest_ranking(RankCounts{}) == 0);
}

}  // namespace hashlab::metrics_radius_test
