// What the proof of NPQ's optimum below alpha = 1 stands on: merged lines, the worth of placements
// that use a cut, what planes leave open, and the whole of it against every placement there is.

#include "hashers/quantisers/npq/bracket.h"
#include "hashers/quantisers/npq/merged_line.h"
#include "hashers/quantisers/npq/needed_cuts.h"
#include "hashers/quantisers/npq/open_strips.h"
#include "hashers/quantisers/npq/pair_counts.h"
#include "hashers/quantisers/npq/placement.h"
#include "lib/rng.h"

#include "tests/support/graphs.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace hashlab::npq_bracket_test {

using namespace hashers;
using namespace hashers::npq;

namespace {

// Points in clumps; near ones are likelier neighbours.
Line some_line(std::size_t n, bool ties, double density, Rng rng) {
  std::vector<float> y;
  for (std::size_t i = 0; i < n; ++i) {
    const double clump = static_cast<double>(rng.below(4)) * 1.5;
    y.push_back(ties ? static_cast<float>(rng.below(n / 2 + 1))
                     : static_cast<float>(clump + rng.normal()));
  }
  hashlab::testing::GraphPairs pairs;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      const double nearness = 1.0 / (1.0 + std::abs(double{y[i]} - double{y[j]}));
      if (rng.uniform() < 2.0 * density * nearness) pairs.emplace_back(i, j);
    }
  }
  return make_line(y, hashlab::testing::graph_of(n, pairs));
}

// visit(cuts) for every placement of at most T of the line's cuts.
void each_placement(const Line& line, std::size_t T, const std::function<void(const Cuts&)>& visit,
                    const Cuts& cuts = {}) {
  visit(cuts);
  if (cuts.size() == T) return;
  for (std::uint32_t c = cuts.empty() ? 1 : cuts.back() + 1; c < line.groups(); ++c) {
    Cuts more = cuts;
    more.push_back(c);
    each_placement(line, T, visit, more);
  }
}

double worth(const Line& line, const Prices& prices, const Cuts& cuts) {
  const Ratio counts = f_ratio(line, {.u = 1.0, .v = 1.0}, cuts);  // 2 TP, s + P
  return prices.pair_gain * 0.5 * counts.N - prices.pair_cost * (counts.D - line.pairs) +
         prices.spread_gain * line.spread * explained_spread(line, cuts);
}

const std::vector<Prices> some_prices = {
    {.pair_gain = 3.0, .pair_cost = 1.0},
    {.pair_gain = 0.3, .pair_cost = 0.05, .spread_gain = 0.2},
    {.pair_gain = 0.3, .pair_cost = -0.02, .spread_gain = 0.2},
    {.pair_gain = 0.0, .pair_cost = 0.04, .spread_gain = 0.2},
    {.pair_gain = 0.0, .pair_cost = 0.0, .spread_gain = 1.0},
};

}  // namespace

TEST_CASE("npq bracket: a merged line has the worth of the cuts it keeps") {
  for (std::uint64_t trial = 0; trial < 6; ++trial) {
    CAPTURE(trial);
    const Line line = some_line(30, trial % 2 == 0, 0.2, Rng(11).stream("merged", trial));
    const Cuts kept = {2, 3, 7, static_cast<std::uint32_t>(line.groups() - 1)};
    const Line merged = merge_groups(line, pairs_above(line), kept);
    CHECK(merged.groups() == 5);
    CHECK(merged.points() == line.points());
    each_placement(merged, 3, [&](const Cuts& cuts) {
      CHECK(cuts_in(cuts_of(cuts, kept), kept) == cuts);
      for (const Prices& prices : some_prices) {
        CHECK(worth(merged, prices, cuts) ==
              doctest::Approx(worth(line, prices, cuts_of(cuts, kept))));
      }
    });
    for (std::size_t b = 0; b < merged.groups(); ++b) {
      CHECK(std::is_sorted(merged.below[b].begin(), merged.below[b].end()));
    }
  }
}

TEST_CASE("npq bracket: a line from behind has the worth of the same cuts from before") {
  const Line line = some_line(25, true, 0.3, Rng(12));
  const Line behind = mirrored(line);
  const auto G = static_cast<std::uint32_t>(line.groups());
  each_placement(line, 2, [&](const Cuts& cuts) {
    Cuts turned;
    for (std::size_t k = cuts.size(); k-- > 0;) turned.push_back(G - cuts[k]);
    for (const Prices& prices : some_prices) {
      CHECK(worth(behind, prices, turned) == doctest::Approx(worth(line, prices, cuts)));
    }
  });
  const Line again = mirrored(behind);
  CHECK(again.before == line.before);
  CHECK(again.below.items == line.below.items);
  CHECK(again.below.offsets == line.below.offsets);
}

TEST_CASE("npq bracket: cuts near others are named once, in order, and part something") {
  const Line line = some_line(40, false, 0.1, Rng(13));
  CHECK(every_cut(line, 15) == Cuts{15, 30});
  CHECK(cuts_near(line, {2, 5, 39}, 2) == Cuts{1, 2, 3, 4, 5, 6, 7, 37, 38, 39});
  CHECK(cuts_near(line, {}, 2).empty());
}

TEST_CASE("npq bracket: the worth with a cut is that of the best of all placements with it") {
  for (std::uint64_t trial = 0; trial < 10; ++trial) {
    const Line line = some_line(3 + trial, trial % 2 == 0, 0.3, Rng(14).stream("with cut", trial));
    for (const Prices& prices : some_prices) {
      for (const std::size_t T : {1u, 2u, 3u, 20u}) {
        CAPTURE(trial);
        CAPTURE(T);
        std::vector<double> expected(line.groups(), -std::numeric_limits<double>::infinity());
        double best = expected[0];
        each_placement(line, T, [&](const Cuts& cuts) {
          const double value = worth(line, prices, cuts);
          best = std::max(best, value);
          for (const std::uint32_t c : cuts) expected[c] = std::max(expected[c], value);
        });
        const PlacementByCut found = best_placement_by_cut(line, prices, T);
        CHECK(found.best.value == doctest::Approx(best));
        CHECK(worth(line, prices, found.best.cuts) == doctest::Approx(best));
        REQUIRE(found.with_cut.size() == line.groups());
        for (std::size_t c = 1; c < line.groups(); ++c) {
          CHECK(found.with_cut[c] == doctest::Approx(expected[c]));
          CHECK(found.with_cut[c] <= found.best.value + found.best.error);
        }
      }
    }
  }
}

TEST_CASE("npq bracket: the programme without pairs finds what the one with pairs finds") {
  for (const bool ties : {false, true}) {
    const Line line = some_line(300, ties, 0.02, Rng(15).stream("ties", ties ? 1 : 0));
    for (const double cost : {0.0, 1e-6, 1e-3, 1.0}) {
      const Prices without{.pair_gain = 0.0, .pair_cost = cost, .spread_gain = 1.0 / line.spread};
      Prices with = without;
      with.pair_gain = 1e-300;  // too little to change a sum, but not nothing
      for (const std::size_t T : {1u, 3u, 15u}) {
        const Placement quick = best_placement(line, without, T);
        const Placement slow = best_placement(line, with, T);
        CHECK(quick.value == doctest::Approx(slow.value).epsilon(1e-12));
        CHECK(worth(line, without, quick.cuts) == doctest::Approx(slow.value).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("npq bracket: nothing that all planes call good is closed") {
  std::size_t good_ones = 0, others = 0;
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(16).stream("planes", trial);
    const double alpha = trial % 4 == 0 ? 0.0 : rng.uniform(), F = 0.2;
    const double good = 0.5;
    OpenStrips strips(alpha, 1.0, 4.0, F);
    std::vector<Plane> planes;
    for (int k = 0; k < 6; ++k) {
      // Tangents of alpha N / D at some F and D, as the search has them, a little above `good`.
      const double at_F = F * rng.uniform(), D = 1.0 + 3.0 * rng.uniform();
      const double n = alpha / D, d = alpha * at_F / D + 0.02 * rng.normal();
      planes.push_back({n, d, good + 0.02 * rng.uniform() - d * D});
      strips.cut(planes.back(), good);
      if (k > 2) strips.part(good);
    }
    for (int times = 0; times < 2000; ++times) {
      const double some_F = F * rng.uniform(), D = 1.0 + 3.0 * rng.uniform();
      double least = std::numeric_limits<double>::infinity();
      for (const Plane& plane : planes) least = std::min(least, plane.at(alpha, some_F, D));
      CHECK(least <= std::max(strips.bound(), good) + 1e-12);
      ++(least > good ? good_ones : others);
      if (least <= good) continue;
      CHECK(std::any_of(strips.open().begin(), strips.open().end(), [&](const Strip& s) {
        return s.low <= D && D <= s.high && s.F_low <= some_F && some_F <= s.F_high &&
               least <= s.bound + 1e-12;
      }));
    }
    for (const Strip& s : strips.open()) {
      for (const Plane& plane : planes) {
        CHECK(strips.most(plane, s) >= plane.at(alpha, 0.5 * (s.F_low + s.F_high), s.low));
      }
    }
  }
  CHECK(good_ones > 1000);
  CHECK(others > 1000);
}

TEST_CASE("npq bracket: planes bound every placement, and cuts not needed are in no good one") {
  std::size_t eliminated = 0, needed = 0;
  for (std::uint64_t trial = 0; trial < 6; ++trial) {
    CAPTURE(trial);
    const Line line = some_line(60, trial % 2 == 0, 0.15, Rng(19).stream("needed", trial));
    const auto G = static_cast<std::uint32_t>(line.groups());
    const std::size_t T = 2;
    const PairCounts pairs(line);
    for (const double alpha : {0.3, 0.8, 0.99}) {
      CAPTURE(alpha);
      const Objective objective = make_objective(trial < 3 ? 1.0 : 0.5, alpha);
      const Solution best = maximise_bracketed(line, objective, T, {});
      // Good are all placements but the last twentieth below the best.
      const double good = 0.95 * best.value;
      const double high = objective.u * line.pairs + objective.v * 0.5 * 60.0 * 59.0;
      OpenStrips strips(alpha, objective.u * line.pairs, high,
                        maximise_ratio(line, objective, T).value);
      std::vector<PlaneByCut> planes;
      Cuts kept = every_cut(line, 1);
      const Ratio ratio = f_ratio(line, objective, best.cuts);
      for (const double times : {0.0, 1.0, 1.4, 0.7}) {
        const double D = times * ratio.D;
        const Slopes slopes =
            times == 0.0 ? Slopes{} : Slopes{alpha / D, alpha * ratio.value() / D};
        const Line remaining = merge_groups(line, pairs_above(line), kept);
        const PlacementByCut found =
            best_placement_by_cut(remaining, prices_of(slopes, line, objective), T);
        planes.push_back(plane_by_cut(found, slopes, line, objective, kept));
        strips.cut(planes.back().plane, good);
        kept = needed_cuts(kept, planes, strips, good);
      }
      each_placement(line, T, [&](const Cuts& cuts) {
        const double J = evaluate(line, objective, cuts, pairs.within(cuts));
        const Ratio x = f_ratio(line, objective, cuts, pairs.within(cuts));
        // The first plane is of the whole line.
        const Plane& plane = planes.front().plane;
        CHECK(J <= plane.at(alpha, x.value(), x.D) + 1e-12);
        for (const std::uint32_t c : cuts) {
          CHECK(J <= plane.at(alpha, x.value(), x.D) - planes.front().deficit[c] + 1e-12);
          if (J > good + 1e-12) CHECK(std::binary_search(kept.begin(), kept.end(), c));
        }
        if (J > good + 1e-12) {
          CHECK(strips.bound() >= J);
          for (const PlaneByCut& other : planes) {
            CHECK(J <= other.plane.at(alpha, x.value(), x.D) + 1e-12);
          }
        }
      });
      needed += kept.size();
      eliminated += G - 1 - kept.size();
    }
  }
  CHECK(needed > 100);
  CHECK(eliminated > 100);
}

TEST_CASE("npq bracket: no placement of a line with eliminated cuts is above the bound") {
  struct Case {
    std::size_t n, T;
  };
  for (const Case& one : {Case{130, 1}, Case{110, 2}, Case{70, 3}}) {
    for (std::uint64_t trial = 0; trial < 3; ++trial) {
      const Line line = some_line(one.n, false, 0.1, Rng(17).stream("long", trial));
      REQUIRE(line.groups() >= 64);  // fewer are not eliminated
      const PairCounts pairs(line);
      for (const double alpha : {0.0, 0.5, 0.8, 0.99}) {
        CAPTURE(one.n);
        CAPTURE(trial);
        CAPTURE(alpha);
        const Objective objective = make_objective(1.0, alpha);
        double best = 0.0;
        each_placement(line, one.T, [&](const Cuts& cuts) {
          best = std::max(best, evaluate(line, objective, cuts, pairs.within(cuts)));
        });
        for (const double gap : {1e-2, 1e-4, 0.0}) {
          const Solution solution = maximise_bracketed(line, objective, one.T, {.gap = gap});
          CHECK(solution.cuts.size() <= one.T);
          CHECK(evaluate(line, objective, solution.cuts) == solution.value);
          CHECK(solution.bound >= best - 1e-12);
          CHECK(best <= solution.value * (1.0 + std::max(gap, solution.gap())) + 1e-12);
        }
      }
    }
  }
}

TEST_CASE("npq bracket: a few programmes give good cuts and an honest bound") {
  const Line line = some_line(300, false, 0.05, Rng(18));
  const Objective objective = make_objective(1.0, 0.8);
  const Solution whole = maximise_bracketed(line, objective, 3, {});
  CHECK(whole.gap() <= 1.0001e-4);
  for (const std::size_t placements : {1u, 2u, 3u, 5u, 9u}) {
    const Solution some =
        maximise_bracketed(line, objective, 3, {.gap = 1e-4, .placements = placements});
    CHECK(some.bound >= whole.value);
    CHECK(whole.bound >= some.value);
    CHECK(some.value > 0.999 * whole.value);
  }
}

}  // namespace hashlab::npq_bracket_test
