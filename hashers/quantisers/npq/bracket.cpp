#include "hashers/quantisers/npq/bracket.h"

#include "hashers/quantisers/npq/placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::npq {
namespace {

// Multipliers tried in one interval.
constexpr int dual_steps = 6;

struct Interval {
  double low, high;  // of D
  double bound;      // on J within
};

class Bracket {
 public:
  Bracket(const Line& line, const Objective& objective, std::size_t T,
          const BracketSettings& settings, const Solution& ratio)
      : line_(line), objective_(objective), T_(T), settings_(settings), greatest_F_(ratio.bound) {
    consider(ratio.cuts);
  }

  Solution run() {
    const double u = objective_.u, v = objective_.v, n = line_.points();
    // T + 1 regions of equal size have the fewest pairs.
    const double fewest = std::max(0.0, 0.5 * n * (n / static_cast<double>(T_ + 1) - 1.0));
    std::vector<Interval> open = {{u * line_.pairs + v * fewest,
                                   u * line_.pairs + v * 0.5 * n * (n - 1.0),
                                   std::numeric_limits<double>::infinity()}};
    const auto less_promising = [](const Interval& x, const Interval& y) {
      return x.bound < y.bound;
    };
    open.front().bound = bound_within(open.front());
    while (good_enough() < open.front().bound && placements_ < settings_.placements) {
      std::pop_heap(open.begin(), open.end(), less_promising);
      const Interval parent = open.back();
      open.pop_back();
      const double middle = std::sqrt(parent.low * parent.high);
      if (!(parent.low < middle && middle < parent.high)) {  // as fine as doubles allow
        open.push_back(parent);
        std::push_heap(open.begin(), open.end(), less_promising);
        break;
      }
      for (Interval half : {Interval{parent.low, middle, 0.0}, {middle, parent.high, 0.0}}) {
        half.bound = std::min(parent.bound, bound_within(half));
        open.push_back(half);
        std::push_heap(open.begin(), open.end(), less_promising);
      }
    }
    best_.bound = std::max(best_.value, open.front().bound);
    return best_;
  }

 private:
  double good_enough() const { return best_.value * (1.0 + settings_.gap); }

  void consider(const Cuts& cuts) {
    const double J = evaluate(line_, objective_, cuts);
    if (J <= best_.value && placements_ > 0) return;
    best_.cuts = cuts;
    best_.value = J;
  }

  // A point of the dual: an upper bound on J within the interval, and the D it is reached at.
  struct Dual {
    double multiplier, bound, D;
  };
  struct Free {
    double lambda, scale;
    Dual dual;  // at mu = 0
  };

  // max of alpha (lambda + (N - lambda D) / scale) + (1 - alpha)(1 - Omega) + mu (D - end).
  Dual dual(double lambda, double scale, double mu, double end) {
    // At mu = 0 neighbouring intervals, and an interval and its halves, ask the same.
    const auto known = std::find_if(free_.begin(), free_.end(), [&](const Free& x) {
      return mu == 0.0 && x.lambda == lambda && x.scale == scale;
    });
    if (known != free_.end()) return known->dual;
    const double alpha = objective_.alpha, u = objective_.u, v = objective_.v;
    const double price = alpha * lambda / scale - mu;  // of D
    const Prices prices{.pair_gain = alpha * (u + v) / scale,
                        .pair_cost = price * v,
                        .spread_gain = (1.0 - alpha) / line_.spread};
    const Placement best = best_placement(line_, prices, T_);
    ++placements_;
    consider(best.cuts);
    const double constant = alpha * lambda - price * u * line_.pairs - mu * end;
    const Dual result{mu, best.value + best.error + constant,
                      f_ratio(line_, objective_, best.cuts).D};
    if (mu == 0.0) free_.push_back({lambda, scale, result});
    return result;
  }

  // The same for both signs of N - lambda D, of which neither exists above the greatest F.
  Dual dual(const Interval& interval, double lambda, double mu) {
    const double end = mu >= 0.0 ? interval.low : interval.high;
    const Dual negative = dual(lambda, interval.high, mu, end);
    if (lambda >= greatest_F_) return negative;
    const Dual positive = dual(lambda, interval.low, mu, end);
    return positive.bound > negative.bound ? positive : negative;
  }

  // The dual is convex in mu, with slope D - low (mu > 0) or D - high (mu < 0). Two points with
  // slopes of different sign give the next mu where their tangents meet; if they meet above what
  // would close the interval, no mu can.
  double bound_within(const Interval& interval) {
    const double lambda = f_ratio(line_, objective_, best_.cuts).value();
    Dual inner = dual(interval, lambda, 0.0);
    double bound = inner.bound;
    if (interval.low <= inner.D && inner.D <= interval.high) return bound;
    const bool too_low = inner.D < interval.low;
    const double end = too_low ? interval.low : interval.high;
    double mu = objective_.alpha * greatest_F_ / interval.high * (too_low ? 0.5 : -0.5);
    bool bracketed = false;
    Dual outer{};
    for (int step = 0; step < dual_steps && bound > good_enough(); ++step) {
      const Dual next = dual(interval, lambda, mu);
      bound = std::min(bound, next.bound);
      if (next.D == end) break;
      if ((next.D < end) == too_low) {
        inner = next;
      } else {
        outer = next;
        bracketed = true;
      }
      if (!bracketed) {
        mu *= 2.0;
        continue;
      }
      const double inner_slope = inner.D - end, outer_slope = outer.D - end;
      mu = (inner.bound - outer.bound + outer_slope * outer.multiplier -
            inner_slope * inner.multiplier) /
           (outer_slope - inner_slope);
      if (inner.bound + inner_slope * (mu - inner.multiplier) > good_enough()) break;
    }
    return bound;
  }

  const Line& line_;
  const Objective objective_;
  const std::size_t T_;
  const BracketSettings settings_;
  const double greatest_F_;
  std::vector<Free> free_;
  std::size_t placements_ = 0;
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

}  // namespace hashlab::npq
