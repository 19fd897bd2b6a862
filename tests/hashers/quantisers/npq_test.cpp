#include "hashers/quantisers/npq/annealing.h"
#include "hashers/quantisers/npq/bracket.h"
#include "hashers/quantisers/npq/evolution.h"
#include "hashers/quantisers/npq/pair_counts.h"
#include "hashers/quantisers/npq/placement.h"
#include "hashers/quantisers/parts/per_dimension.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include "tests/support/graphs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace hashlab::npq_test {

using namespace hashers;
using namespace hashers::npq;

namespace {

using Pairs = hashlab::testing::GraphPairs;

struct Toy {
  std::vector<float> y;
  NeighbourGraph S;
};

// Thesis Figure 4.7: nine points in projected order i e f g h a c b d.
Toy thesis_toy() {
  const std::string order = "iefghacbd";
  Toy toy;
  toy.y.resize(9);
  for (std::size_t rank = 0; rank < 9; ++rank) {
    toy.y[static_cast<std::size_t>(order[rank] - 'a')] = static_cast<float>(rank);
  }
  toy.S = hashlab::testing::graph_of(9, {{0, 1}, {2, 5}, {3, 7}, {3, 8}, {4, 6}, {7, 8}});
  return toy;
}

Toy random_toy(std::size_t n, bool ties, double density, Rng rng) {
  Toy toy;
  for (std::size_t i = 0; i < n; ++i) {
    toy.y.push_back(ties ? static_cast<float>(rng.below(n / 2 + 1))
                         : static_cast<float>(rng.normal()));
  }
  Pairs pairs;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      // Near points are likelier neighbours.
      const double nearness = 1.0 / (1.0 + std::abs(double{toy.y[i]} - double{toy.y[j]}));
      if (rng.uniform() < 2.0 * density * nearness) pairs.emplace_back(i, j);
    }
  }
  toy.S = hashlab::testing::graph_of(n, pairs);
  return toy;
}

struct Reference {
  double TP = 0.0, FP = 0.0, FN = 0.0, F = 0.0, J = 0.0;
};

// The objective by its definition: every pair of points, regions by thresholds.
Reference by_definition(const Toy& toy, const std::vector<double>& t, double beta, double alpha) {
  const std::size_t n = toy.y.size();
  std::vector<std::size_t> region(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (const double threshold : t) region[i] += toy.y[i] > threshold ? 1u : 0u;
  }
  Reference r;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto list = toy.S[i];
      const bool neighbours =
          std::find(list.begin(), list.end(), static_cast<std::uint32_t>(j)) != list.end();
      const bool together = region[i] == region[j];
      r.TP += neighbours && together ? 1.0 : 0.0;
      r.FP += !neighbours && together ? 1.0 : 0.0;
      r.FN += neighbours && !together ? 1.0 : 0.0;
    }
  }
  const double b2 = beta * beta;
  const double denominator = (1.0 + b2) * r.TP + b2 * r.FN + r.FP;
  r.F = denominator > 0.0 ? (1.0 + b2) * r.TP / denominator : 0.0;

  const auto squared_error = [&](auto belongs) {
    double sum = 0.0, count = 0.0, error = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += belongs(i) ? double{toy.y[i]} : 0.0;
      count += belongs(i) ? 1.0 : 0.0;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double d = double{toy.y[i]} - sum / count;
      error += belongs(i) ? d * d : 0.0;
    }
    return error;
  };
  const double sigma = squared_error([](std::size_t) { return true; });
  double within = 0.0;
  for (std::size_t q = 0; q <= t.size(); ++q) {
    within += squared_error([&](std::size_t i) { return region[i] == q; });
  }
  const double Omega = sigma > 0.0 ? within / sigma : 0.0;
  r.J = alpha * r.F + (1.0 - alpha) * (1.0 - Omega);
  return r;
}

// The greatest J over all placements of at most `left` thresholds between different values.
double brute_force(const Toy& toy, const std::vector<float>& sorted, std::size_t first,
                   const std::vector<double>& t, std::size_t left, double beta, double alpha) {
  double best = by_definition(toy, t, beta, alpha).J;
  if (left == 0) return best;
  for (std::size_t c = first; c < sorted.size(); ++c) {
    if (sorted[c - 1] == sorted[c]) continue;
    std::vector<double> more = t;
    more.push_back(0.5 * (double{sorted[c - 1]} + double{sorted[c]}));
    best = std::max(best, brute_force(toy, sorted, c + 1, more, left - 1, beta, alpha));
  }
  return best;
}

double brute_force(const Toy& toy, std::size_t T, double beta, double alpha) {
  std::vector<float> sorted = toy.y;
  std::sort(sorted.begin(), sorted.end());
  return brute_force(toy, sorted, 1, {}, T, beta, alpha);
}

}  // namespace

TEST_CASE("npq: counts and F of the thesis's figure 4.7") {
  const Toy toy = thesis_toy();
  const Line line = make_line(toy.y, toy.S);
  const Cuts cuts = {1, 5, 8};  // i | e f g h | a c b | d
  const Reference r = by_definition(toy, thresholds_of(line, cuts, 3), 1.0, 1.0);
  CHECK(r.TP == 2.0);
  CHECK(r.FP == 7.0);
  CHECK(r.FN == 4.0);
  const Ratio F = f_ratio(line, make_objective(1.0, 1.0), cuts);
  CHECK(F.N * 15.0 == F.D * 4.0);
}

TEST_CASE("npq: proved optima of the thesis's figure 4.7") {
  const Toy toy = thesis_toy();
  const Line line = make_line(toy.y, toy.S);
  const Objective F1 = make_objective(1.0, 1.0);
  const std::vector<std::pair<std::size_t, double>> expected = {
      {1, 2.0 / 7.0}, {2, 6.0 / 19.0}, {3, 6.0 / 19.0}, {7, 1.0 / 3.0}};
  for (const auto& one : expected) {
    const std::size_t T = one.first;  // clang 14 cannot capture a structured binding
    const double F = one.second;
    CAPTURE(T);
    const Solution solution = maximise_ratio(line, F1, T);
    CHECK(solution.value == F);
    CHECK(solution.bound == F);
    CHECK(evaluate(line, F1, solution.cuts) == F);
  }
  CHECK(maximise_ratio(line, F1, 1).cuts.empty());  // one threshold is best left unused
}

TEST_CASE("npq: the objective agrees with its definition") {
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(31).stream("objective", trial);
    const Toy toy = random_toy(5 + rng.below(20), trial % 2 == 0, 0.3, rng);
    const Line line = make_line(toy.y, toy.S);
    Cuts cuts;
    for (std::size_t j = 0; j < 4; ++j) {
      cuts.push_back(static_cast<std::uint32_t>(rng.below(line.groups() + 1)));
    }
    cuts = tidy(line, cuts);
    for (const double beta : {0.3, 0.5, 1.0, 2.0, std::sqrt(0.5)}) {
      const Reference r = by_definition(toy, thresholds_of(line, cuts, 4), beta, 0.7);
      CHECK(evaluate(line, make_objective(beta, 0.7), cuts) == doctest::Approx(r.J).epsilon(1e-9));
      CHECK(evaluate(line, make_objective(beta, 1.0), cuts) == doctest::Approx(r.F).epsilon(1e-9));
    }
  }
}

TEST_CASE("npq: pairs within regions are those counted one by one, on lines of any length") {
  Rng rng(21);
  for (const std::size_t n : {1U, 2U, 9U, 255U, 256U, 257U, 600U}) {
    const Toy toy = random_toy(n, n % 2 == 0, 0.2, rng.stream("toy", n));
    const Line line = make_line(toy.y, toy.S);
    const PairCounts pairs(line);
    for (int times = 0; times < 100; ++times) {
      Cuts cuts(rng.below(8));
      for (std::uint32_t& cut : cuts) cut = static_cast<std::uint32_t>(rng.below(n + 1));
      cuts = tidy(line, cuts);
      const Objective objective = make_objective(0.5, 0.7);
      CHECK(pairs.within(cuts) * (objective.u + objective.v) == f_ratio(line, objective, cuts).N);
      CHECK(evaluate(line, objective, cuts, pairs.within(cuts)) == evaluate(line, objective, cuts));
    }
  }
}

TEST_CASE("npq: beta becomes a fraction where it is one") {
  const Objective half = make_objective(0.7071067811865476, 1.0);
  CHECK(half.u == 1.0);
  CHECK(half.v == 2.0);
  CHECK(make_objective(0.5, 1.0).v == 4.0);
  CHECK(make_objective(2.0, 1.0).u == 4.0);
  const Objective irrational = make_objective(std::sqrt(std::sqrt(2.0)), 1.0);
  CHECK(irrational.v == 1.0);
  CHECK(irrational.u == doctest::Approx(std::sqrt(2.0)));
}

TEST_CASE("npq: a midpoint parts neighbouring floats") {
  const float low = 1.0f, high = std::nextafter(1.0f, 2.0f);
  const Toy toy{{high, low}, hashlab::testing::graph_of(2, {})};
  const Line line = make_line(toy.y, toy.S);
  const double t = thresholds_of(line, {1}, 1)[0];
  CHECK_FALSE(low > t);
  CHECK(high > t);
}

TEST_CASE("npq: the exact solver equals brute force over all placements") {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(41).stream("exact", trial);
    const Toy toy = random_toy(1 + rng.below(9), trial % 2 == 0,
                               0.1 + 0.1 * static_cast<double>(trial % 5), rng);
    const Line line = make_line(toy.y, toy.S);
    for (const double beta : {0.5, 1.0, 2.0, 1.1892071150027210}) {  // the last squared: sqrt 2
      for (const std::size_t T : {1u, 2u, 3u, 7u}) {
        CAPTURE(beta);
        CAPTURE(T);
        const Objective objective = make_objective(beta, 1.0);
        const Solution solution = maximise_ratio(line, objective, T);
        CHECK(solution.cuts.size() <= T);
        CHECK(evaluate(line, objective, solution.cuts) == solution.value);
        CHECK(solution.value == doctest::Approx(brute_force(toy, T, beta, 1.0)).epsilon(1e-10));
        CHECK(solution.bound >= solution.value);
        CHECK(solution.gap() <= (beta > 1.1 && beta < 1.2 ? 1e-9 : 0.0));
      }
    }
  }
}

TEST_CASE("npq: the exact solver equals brute force on lines long enough to be coarsened") {
  for (std::uint64_t trial = 0; trial < 4; ++trial) {
    CAPTURE(trial);
    const Toy toy = random_toy(90, false, 0.05, Rng(43).stream("long", trial));
    const Line line = make_line(toy.y, toy.S);
    const Objective F1 = make_objective(1.0, 1.0);
    double best1 = 0.0, best2 = 0.0;
    for (std::uint32_t a = 0; a < 90; ++a) {
      best1 = std::max(best1, evaluate(line, F1, tidy(line, {a})));
      for (std::uint32_t b = a; b < 90; ++b) {
        best2 = std::max(best2, evaluate(line, F1, tidy(line, {a, b})));
      }
    }
    CHECK(maximise_ratio(line, F1, 1).value == best1);
    CHECK(maximise_ratio(line, F1, 2).value == best2);
  }
}

TEST_CASE("npq: prices below zero and rounding are handled by the placement") {
  const Toy toy = thesis_toy();
  const Line line = make_line(toy.y, toy.S);
  // A pair in a region earns: one region takes all 36.
  const Placement together = best_placement(line, {.pair_gain = 0.0, .pair_cost = -1.0}, 3);
  CHECK(together.cuts.empty());
  CHECK(together.value == 36.0);
  CHECK(together.error == 0.0);
  CHECK(best_placement(line, {.pair_gain = 0.1, .pair_cost = 1.0}, 3).error > 0.0);
  CHECK(best_placement(line, {.pair_gain = 0x1.0p52, .pair_cost = 1.0}, 3).error > 0.0);
}

TEST_CASE("npq: every instruction set places the same cuts, with the same worth to the bit") {
  Rng rng(22);
  std::size_t supported = 0;
  for (const PlacementLoops* loops : all_placement_loops()) supported += loops->supported() ? 1 : 0;
  MESSAGE("instruction sets: " << supported);
  for (const std::size_t n : {2U, 7U, 8U, 9U, 31U, 32U, 33U, 130U}) {
    for (const bool ties : {false, true}) {
      const Toy toy = random_toy(n, ties, 0.3, rng.stream("toy", n));
      const Line line = make_line(toy.y, toy.S);
      for (const std::size_t T : {1U, 3U, 7U}) {
        const Prices whole{.pair_gain = 7, .pair_cost = 2},
            real{.pair_gain = 0.3, .pair_cost = 0.01, .spread_gain = 0.7};
        for (const Prices& prices : {whole, real}) {
          const Placement base = best_placement(line, prices, T, placement_loops_base);
          for (const PlacementLoops* loops : all_placement_loops()) {
            if (!loops->supported()) continue;
            const Placement other = best_placement(line, prices, T, *loops);
            CHECK(other.cuts == base.cuts);
            CHECK(other.value == base.value);
          }
        }
      }
    }
  }
}

TEST_CASE("npq: equal placements are decided by most cuts, then the leftmost last cut") {
  const Toy toy{{0.0f, 1.0f, 2.0f, 3.0f}, hashlab::testing::graph_of(4, {})};
  const Line line = make_line(toy.y, toy.S);
  CHECK(best_placement(line, {}, 1).cuts == Cuts{1});
  CHECK(best_placement(line, {}, 2).cuts == Cuts{1, 2});
  // 0 1 | 2 3 alone has two pairs; cuts 1 and 3 have three.
  CHECK(best_placement(line, {.pair_gain = 0.0, .pair_cost = 1.0}, 1).cuts == Cuts{2});
}

TEST_CASE("npq: F does not fall as thresholds are added") {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const Toy toy = random_toy(120, trial % 2 == 0, 0.05, Rng(51).stream("monotone", trial));
    const Line line = make_line(toy.y, toy.S);
    double previous = 0.0;
    for (const std::size_t T : {1u, 2u, 3u, 7u, 15u, 150u}) {
      CAPTURE(T);
      const double F = maximise_ratio(line, make_objective(1.0, 1.0), T).value;
      CHECK(F >= previous);
      previous = F;
    }
  }
}

TEST_CASE("npq: scaling and shifting the projection moves no cut") {
  Toy toy = random_toy(80, true, 0.1, Rng(52));
  const Objective F1 = make_objective(1.0, 1.0);
  const Cuts before = maximise_ratio(make_line(toy.y, toy.S), F1, 3).cuts;
  for (float& y : toy.y) y = 4.0f * y + 16.0f;
  CHECK(maximise_ratio(make_line(toy.y, toy.S), F1, 3).cuts == before);
}

TEST_CASE("npq: without neighbours the cuts are of equal frequency") {
  Toy toy;
  for (std::size_t i = 0; i < 100; ++i) toy.y.push_back(static_cast<float>(i * i));
  toy.S = hashlab::testing::graph_of(100, {});
  const Line line = make_line(toy.y, toy.S);
  const Solution solution = maximise_ratio(line, make_objective(1.0, 1.0), 3);
  CHECK(solution.cuts == Cuts{25, 50, 75});
  CHECK(solution.value == 0.0);
  CHECK(solution.gap() == 0.0);
}

TEST_CASE("npq: unused thresholds leave no hole in the region numbers") {
  const Toy toy = thesis_toy();
  const Line line = make_line(toy.y, toy.S);
  const auto t = thresholds_of(line, {4}, 3);
  CHECK(t == std::vector<double>{3.5, unused_threshold, unused_threshold});
}

TEST_CASE("npq: values that are all equal cannot be parted") {
  const Toy toy{{2.0f, 2.0f, 2.0f}, hashlab::testing::graph_of(3, {{0, 1}})};
  const Line line = make_line(toy.y, toy.S);
  const Objective F1 = make_objective(1.0, 1.0);
  CHECK(line.groups() == 1);
  CHECK(maximise_ratio(line, F1, 3).cuts.empty());
  CHECK(maximise_ratio(line, F1, 3).value == 0.5);  // TP = 1, FP = 2
  CHECK(evolve(line, F1, 3, {}, Rng(1)).empty());
  CHECK(anneal(line, F1, 3, {}, Rng(1)).empty());
  CHECK(maximise_bracketed(line, make_objective(1.0, 0.5), 3, {}).value == 0.75);
}

TEST_CASE("npq: the bracketing bounds brute force and meets it within its gap") {
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(61).stream("bracket", trial);
    const Toy toy = random_toy(2 + rng.below(8), trial % 2 == 0, 0.15, rng);
    const Line line = make_line(toy.y, toy.S);
    for (const double alpha : {0.0, 0.3, 0.8, 0.99}) {
      for (const std::size_t T : {1u, 2u, 3u}) {
        for (const double beta : {0.5, 1.0}) {
          CAPTURE(alpha);
          CAPTURE(T);
          const Objective objective = make_objective(beta, alpha);
          const Solution solution = maximise_bracketed(line, objective, T, {});
          const double best = brute_force(toy, T, beta, alpha);
          CHECK(solution.cuts.size() <= T);
          CHECK(evaluate(line, objective, solution.cuts) == solution.value);
          CHECK(solution.value <= best + 1e-12);
          CHECK(solution.bound >= best - 1e-12);
          CHECK(best <= solution.value * (1.0 + solution.gap()) + 1e-12);
        }
      }
    }
  }
}

TEST_CASE("npq: the bracketing closes its gap on lines of some length") {
  const Toy toy = random_toy(300, false, 0.03, Rng(62));
  const Line line = make_line(toy.y, toy.S);
  const Objective objective = make_objective(1.0, 0.8);
  const Solution solution = maximise_bracketed(line, objective, 3, {});
  CHECK(solution.gap() <= 1e-4);
  const Solution hasty = maximise_bracketed(line, objective, 3, {.gap = 0.0, .placements = 1});
  CHECK(hasty.gap() > solution.gap());
  CHECK(hasty.bound >= solution.value);
}

TEST_CASE("npq: the bracketing at alpha = 1 is the exact solver") {
  const Toy toy = random_toy(100, true, 0.05, Rng(63));
  const Line line = make_line(toy.y, toy.S);
  const Objective F1 = make_objective(1.0, 1.0);
  CHECK(maximise_bracketed(line, F1, 3, {}).cuts == maximise_ratio(line, F1, 3).cuts);
  // As alpha goes to 1, so does its result.
  const double limit = maximise_bracketed(line, make_objective(1.0, 1.0 - 1e-9), 3, {}).value;
  CHECK(limit == doctest::Approx(maximise_ratio(line, F1, 3).value).epsilon(1e-4));
}

TEST_CASE("npq: alpha = 0 is k-means") {
  const Toy toy = random_toy(200, false, 0.02, Rng(64));
  const Line line = make_line(toy.y, toy.S);
  const Solution solution = maximise_bracketed(line, make_objective(1.0, 0.0), 3, {});
  CHECK(solution.gap() < 1e-10);
  const auto mhq = quantisers::mhq();
  const arma::fmat Y = arma::fmat(arma::fvec(toy.y));
  const auto t = mhq->learn({Y, toy.S}, Rng(1)).thresholds[0];
  const double k_means = by_definition(toy, t, 1.0, 0.0).J;
  CHECK(solution.value == doctest::Approx(k_means).epsilon(1e-10));
}

TEST_CASE("npq: the searches never beat the exact solver and come near it") {
  double evolution = 0.0, annealing = 0.0, exact = 0.0, untaught = 0.0;
  for (std::uint64_t trial = 0; trial < 12; ++trial) {
    const Toy toy = random_toy(250, trial % 2 == 0, 0.03, Rng(71).stream("search", trial));
    const Line line = make_line(toy.y, toy.S);
    const Objective F1 = make_objective(1.0, 1.0);
    for (const std::size_t T : {1u, 3u, 7u}) {
      CAPTURE(T);
      const double best = maximise_ratio(line, F1, T).value;
      const double evolved = evaluate(line, F1, evolve(line, F1, T, {}, Rng(trial)));
      const double annealed = evaluate(line, F1, anneal(line, F1, T, {}, Rng(trial)));
      CHECK(evolved <= best);
      CHECK(annealed <= best);
      evolution += evolved;
      annealing += annealed;
      exact += best;
      untaught += evaluate(line, F1, evolve(line, F1, T, {2, 0}, Rng(trial)));
    }
  }
  MESSAGE("share of the optimum: evolution " << evolution / exact << ", annealing "
                                             << annealing / exact << ", two random draws "
                                             << untaught / exact);
  CHECK(evolution > 0.9 * exact);
  CHECK(annealing > 0.9 * exact);
  CHECK(evolution > untaught);
}

TEST_CASE("npq: more generations from the same seed do not lose the best") {
  const Toy toy = random_toy(150, false, 0.05, Rng(72));
  const Line line = make_line(toy.y, toy.S);
  const Objective F1 = make_objective(1.0, 1.0);
  double previous = 0.0;
  for (const std::size_t generations : {0u, 1u, 2u, 5u, 15u, 60u}) {
    const double F = evaluate(
        line, F1, evolve(line, F1, 3, {.population = 15, .generations = generations}, Rng(9)));
    CHECK(F >= previous);
    previous = F;
  }
}

TEST_CASE("npq: auto alpha is 1 below 128 bits and at one threshold, else 0.8") {
  const Toy toy = random_toy(40, false, 0.1, Rng(81));
  const auto learn = [&](std::size_t dims, const std::string& T, const std::string& alpha) {
    const auto npq = quantisers::npq();
    Options options;
    npq->describe(options);
    options.set("thresholds", T);
    options.set("alpha", alpha);
    const arma::fmat Y = arma::repmat(arma::fmat(arma::fvec(toy.y)), 1, dims);
    return npq->learn({Y, toy.S}, Rng(1)).thresholds;
  };
  CHECK(learn(63, "3", "1") != learn(63, "3", "0.8"));
  CHECK(learn(63, "3", "auto") == learn(63, "3", "1"));
  CHECK(learn(64, "3", "auto") == learn(64, "3", "0.8"));
  CHECK(learn(130, "1", "auto") == learn(130, "1", "1"));
}

TEST_CASE("npq: neighbour lists for another number of samples are refused") {
  const Toy toy = thesis_toy();
  const arma::fmat Y(5, 1, arma::fill::zeros);
  try {
    quantisers::npq()->learn({Y, toy.S}, Rng(1));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
    CHECK(std::string(error.what()).find("9 samples") != std::string::npos);
  }
}

TEST_CASE("npq: tells of each dimension and can be stopped") {
  const Toy toy = random_toy(30, false, 0.2, Rng(82));
  const arma::fmat Y = arma::repmat(arma::fmat(arma::fvec(toy.y)), 1, 3);
  std::vector<std::size_t> told;
  quantisers::npq()->learn({Y, toy.S}, Rng(1),
                           {[&](std::string_view what, std::size_t done, std::size_t total) {
                             CHECK(what == "npq: thresholds");
                             CHECK(total == 3);
                             told.push_back(done);
                           }});
  CHECK(told == std::vector<std::size_t>{1, 2, 3});
  CHECK_THROWS_AS(
      quantisers::npq()->learn({Y, toy.S}, Rng(1), {[](auto, auto, auto) { throw Stopped{}; }}),
      Stopped);
}

}  // namespace hashlab::npq_test
