#include "hashers/quantisers/npq/bracket.h"

#include "hashers/quantisers/npq/merged_line.h"
#include "hashers/quantisers/npq/needed_cuts.h"
#include "hashers/quantisers/npq/open_strips.h"
#include "hashers/quantisers/npq/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace hashlab::hashers::npq {
namespace {

// The search for good cuts begins with every so many-th cut, and goes on with all near its best.
constexpr std::size_t coarse_step = 8, near = 32;
// On so few groups a programme is cheaper than what tells cuts that need not be looked at.
constexpr std::size_t few_groups = 64;
// Programmes for one D.
constexpr int steps_at = 4;

class Bracket {
 public:
  Bracket(const Line& line, const Objective& objective, std::size_t T,
          const BracketSettings& settings, const Solution& ratio)
      : line_(line),
        objective_(objective),
        T_(T),
        settings_(settings),
        above_(pairs_above(line)),
        kept_(line.groups() - 1),
        remaining_(line),
        open_(all_of(line, objective, T, ratio.bound)) {
    std::iota(kept_.begin(), kept_.end(), 1U);
    consider({});
    consider(equal_frequency(line, T));
    consider(ratio.cuts);
  }

  Solution run() {
    improve_on(every_cut(line_, coarse_step));
    improve_on(cuts_near(line_, best_.cuts, near));
    spread_alone();
    programme(tangent());
    for (double D = open_.part(good_enough()); D > 0.0 && left() > 0;
         D = open_.part(good_enough())) {
      close_at(D);
    }
    improve_on(cuts_near(line_, best_.cuts, near));
    best_.bound = std::max({best_.value, open_.bound(), without_others_});
    return best_;
  }

 private:
  struct Point {
    double N, D, spread;  // spread: (1 - alpha)(1 - Omega)
  };
  static OpenStrips all_of(const Line& line, const Objective& objective, std::size_t T,
                           double greatest_F) {
    const double u = objective.u, v = objective.v, n = line.points();
    // T + 1 regions of equal size have the fewest pairs.
    const double fewest = std::max(0.0, 0.5 * n * (n / static_cast<double>(T + 1) - 1.0));
    const double high = u * line.pairs + v * 0.5 * n * (n - 1.0);
    // Without neighbour pairs F is 0, whatever D.
    const double low = line.pairs > 0.0 ? u * line.pairs + v * fewest : high;
    return {objective.alpha, low, high, greatest_F};
  }

  double good_enough() const { return best_.value * (1.0 + settings_.gap); }
  std::size_t left() const { return settings_.placements - placements_; }

  void consider(const Cuts& cuts) {
    const Ratio ratio = f_ratio(line_, objective_, cuts);
    const double alpha = objective_.alpha;
    const double spread = (1.0 - alpha) * explained_spread(line_, cuts);
    known_.push_back({ratio.N, ratio.D, spread});
    const double J = alpha * ratio.value() + spread;
    if (J <= best_.value) return;
    best_.cuts = cuts;
    best_.value = J;
    best_ratio_ = ratio;
  }

  Prices prices(const Slopes& slopes) const { return prices_of(slopes, line_, objective_); }

  // alpha F is at most alpha times F + (N - F D) / D, with F and D of the best cuts; equal there.
  Slopes tangent() const {
    const double alpha = objective_.alpha, D = best_ratio_.D;
    return D > 0.0 ? Slopes{alpha / D, alpha * best_ratio_.value() / D} : Slopes{0.0, 0.0};
  }

  // Better cuts among some, while the best by the tangent at the best are better. Proves nothing.
  void improve_on(const Cuts& some) {
    const Line line = merge_groups(line_, above_, some);
    double before = -1.0;
    while (before < best_.value) {
      before = best_.value;
      consider(cuts_of(best_placement(line, prices(tangent()), T_).cuts, some));
    }
  }

  // The bound without alpha F, by the programme that needs no pairs: what is good has so much F.
  void spread_alone() { learn_by_cut({}); }

  // The bound from one programme on what remains of the line: at D = alpha / n the same for all F.
  Plane programme(const Slopes& slopes) {
    if (kept_.size() >= few_groups && left() >= 2) {
      placements_ += 2;
      return learn_by_cut(slopes);
    }
    ++placements_;
    const Placement best = best_placement(remaining_, prices(slopes), T_);
    consider(cuts_of(best.cuts, kept_));
    return learn(plane_of(best, slopes, line_, objective_));
  }

  Plane learn_by_cut(const Slopes& slopes) {
    const PlacementByCut found = best_placement_by_cut(remaining_, prices(slopes), T_);
    consider(cuts_of(found.best.cuts, kept_));
    by_cut_.push_back(plane_by_cut(found, slopes, line_, objective_, kept_));
    return learn(by_cut_.back().plane);
  }

  Plane learn(const Plane& plane) {
    open_.cut(plane, good_enough());
    if (open_.open().empty()) return plane;
    Cuts needed = needed_cuts(kept_, by_cut_, open_, good_enough());
    if (needed.size() < kept_.size()) {
      without_others_ = good_enough();
      kept_ = std::move(needed);
      remaining_ = merge_groups(line_, above_, kept_);
    }
    return plane;
  }

  // At one D alpha F is alpha / D times N, so only d is free: the bound there is least where one
  // placement of lesser and one of greater D are equally good by it, as far as they are known.
  void close_at(double D) {
    for (int step = 0; step < steps_at && left() > 0; ++step) {
      const double n = objective_.alpha / D;
      double hull = -std::numeric_limits<double>::infinity();
      double d = tangent().d;
      for (const Point& x : known_) {
        for (const Point& y : known_) {
          if (!(x.D <= D && D < y.D)) continue;
          const double worth = n * x.N + x.spread;
          const double slope = (n * y.N + y.spread - worth) / (y.D - x.D);
          if (worth + slope * (D - x.D) <= hull) continue;
          hull = worth + slope * (D - x.D);
          d = slope;
        }
      }
      const double bound = programme({n, d}).at(objective_.alpha, 0.0, D);
      if (bound <= good_enough() || bound <= hull + 1e-6 * std::abs(hull)) break;
    }
  }

  const Line& line_;
  const Objective objective_;
  const std::size_t T_;
  const BracketSettings settings_;
  const Lists above_;
  Cuts kept_;                    // that a better placement may use
  Line remaining_;               // the line with these
  double without_others_ = 0.0;  // no J of a placement that uses another is above this
  OpenStrips open_;
  std::vector<PlaneByCut> by_cut_;
  std::vector<Point> known_;  // of all placements met
  std::size_t placements_ = 0;
  Ratio best_ratio_;
  Solution best_;
};

}  // namespace

Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings, const Solution& ratio) {
  if (objective.alpha == 1.0) return ratio;
  if (line.groups() < 2) return {{}, evaluate(line, objective, {}), evaluate(line, objective, {})};
  return Bracket(line, objective, T, settings, ratio).run();
}

Solution maximise_bracketed(const Line& line, const Objective& objective, std::size_t T,
                            const BracketSettings& settings) {
  return maximise_bracketed(line, objective, T, settings, maximise_ratio(line, objective, T));
}

}  // namespace hashlab::hashers::npq
