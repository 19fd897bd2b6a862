#include "experiments/choose/race.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t fewest = 3;  // that go on from a rung, and whose followers enter
constexpr std::size_t most_finalists = 6;
constexpr std::size_t fewest_splits = 5;  // before anybody is dropped by a test
constexpr double significant = 0.05;
// Shares of the budget that may be spent by the end of entry and of each further rung; the rest is
// for the final.
constexpr std::array<double, rung_shares.size()> spent_by = {0.4, 0.6, 0.75};
// A score on the last rung may cost one part of so many of the budget: four of them fit the final.
constexpr double most_parts = 16;
constexpr double cost_class = 1.5;  // from one class of costs to the next

/// Ended by after_score.
struct Ended {};

class Racer {
 public:
  explicit Racer(const Race& race) : race_(race) {}

  RaceOutcome run() {
    add(race_.entrants);
    check_budget();
    enter();
    std::vector<std::size_t> on = scored(0);
    for (std::size_t rung = 1; rung <= last_rung; ++rung) on = promote(on, rung);
    hold_final(on);
    return outcome();
  }

 private:
  struct Runner {
    Raced raced;
    bool has_entered = false, has_followers = true, failed = false;
    double work(std::size_t rung) const { return raced.entrant.work[rung]; }
    double rest() const {  // from the first rung to the end of the last
      return std::accumulate(raced.entrant.work.begin() + 1, raced.entrant.work.end(), 0.0);
    }
  };

  void add(std::vector<Entrant> entrants) {
    for (Entrant& entrant : entrants) {
      if (!names_.insert(entrant.name).second) continue;
      Runner runner;
      runner.raced.entrant = std::move(entrant);
      all_.push_back(std::move(runner));
    }
  }

  bool cheaper(std::size_t a, std::size_t b) const {
    const Entrant &x = all_[a].raced.entrant, &y = all_[b].raced.entrant;
    return std::pair(x.work[last_rung], x.name) < std::pair(y.work[last_rung], y.name);
  }

  /// Those not yet scored whose score on the last rung costs no more than `most`.
  std::vector<std::size_t> waiting(double most) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!all_[i].has_entered && all_[i].work(last_rung) <= most) found.push_back(i);
    }
    std::sort(found.begin(), found.end(), [&](auto a, auto b) { return cheaper(a, b); });
    return found;
  }

  /// Those with a score on the rung, the best first; of equals the cheaper one.
  std::vector<std::size_t> scored(std::size_t rung) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].raced.scores[rung]) found.push_back(i);
    }
    std::sort(found.begin(), found.end(), [&](auto a, auto b) {
      const double x = *all_[a].raced.scores[rung], y = *all_[b].raced.scores[rung];
      return x != y ? x > y : cheaper(a, b);
    });
    return found;
  }

  void check_budget() const {
    if (all_.empty()) throw Error(ErrorCode::invalid_argument, "there is nothing to choose from");
    constexpr double any = std::numeric_limits<double>::infinity();
    const std::vector<std::size_t> in_order = waiting(any);
    const Runner& first = all_[in_order.front()];
    const double least = first.work(0) + first.rest();
    if (race_.budget >= least) return;
    const double costliest = all_[in_order.back()].work(last_rung);
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a budget of {:.3g} units is too small to try anything: the cheapest "
                            "needs {:.3g}, and for all to enter {:.3g} may be needed",
                            race_.budget, least, costliest * most_parts));
  }

  /// The score of a heat; nothing if it failed. Charged whether it was known or not.
  std::optional<double> score(std::size_t who, std::size_t rung, std::size_t split) {
    Runner& runner = all_[who];
    const Heat heat{runner.raced.entrant.name, rung, split};
    spent_ += runner.work(rung);
    const std::string key = heat.text();
    if (const auto known = race_.known.find(key); known != race_.known.end()) {
      scores_[key] = known->second;
      return known->second;
    }
    const HeatResult result = race_.score(heat);
    if (result.failure.empty() && std::isfinite(result.score)) {
      scores_[key] = result.score;
    } else {
      runner.failed = true;
      runner.raced.dropped =
          "failed: " + (result.failure.empty() ? "its score is no number" : result.failure);
    }
    if (race_.after_score && !race_.after_score(scores_, spent_)) throw Ended();
    if (runner.failed) return std::nullopt;
    return result.score;
  }

  void enter() {
    constexpr double any = std::numeric_limits<double>::infinity();
    double costliest = 0;  // way on from the first rung of those that entered
    limit_ = all_[waiting(any).front()].work(last_rung);
    while (true) {
      do {
        for (const std::size_t who : waiting(limit_)) {
          Runner& runner = all_[who];
          const double after = spent_ + runner.work(0), rest = std::max(costliest, runner.rest());
          if (after + rest > race_.budget) return;
          if (!scores_.empty() && after > spent_by[0] * race_.budget) return;
          costliest = rest;
          runner.has_entered = true;
          runner.raced.scores[0] = score(who, 0, 0);
        }
      } while (add_followers());
      if (cost_class * limit_ > race_.budget / most_parts) return;
      limit_ *= cost_class;
    }
  }

  /// Did any of the best bring somebody who is new?
  bool add_followers() {
    if (!race_.followers) return false;
    const std::size_t before = all_.size();
    // Those that came first are compared among themselves, too: what follows one of them early
    // would else keep those that come late from ever being followed.
    const std::vector<std::size_t> in_order = scored(0);
    std::vector<std::size_t> best;
    std::size_t everybody = 0, first = 0;
    for (const std::size_t who : in_order) {
      const bool is_first = who < race_.entrants.size();
      if (everybody < fewest || (is_first && first < fewest)) best.push_back(who);
      ++everybody;
      first += is_first ? 1 : 0;
    }
    for (const std::size_t who : best) {
      if (!std::exchange(all_[who].has_followers, false)) continue;
      add(race_.followers(all_[who].raced.entrant.name));
    }
    return all_.size() > before;
  }

  /// The best of those `on` the rung before are scored on this one.
  std::vector<std::size_t> promote(const std::vector<std::size_t>& on, std::size_t rung) {
    const std::size_t parts = rung == 1 ? 3 : 2;
    std::size_t places = std::max(fewest, (on.size() + parts - 1) / parts);
    if (rung == last_rung) places = std::min(places, most_finalists);
    double costliest = 0;  // way on of those that were promoted
    std::size_t promoted = 0;
    for (std::size_t place = 0; place < on.size(); ++place) {
      Runner& runner = all_[on[place]];
      if (promoted == places) {
        runner.raced.dropped =
            fmt::format("{} of {} on {}", place + 1, on.size(), rung_text(rung - 1));
        continue;
      }
      double rest = costliest;
      for (std::size_t r = rung + 1; r <= last_rung; ++r) {
        rest = std::max(rest, runner.work(r));
      }
      const double after = spent_ + runner.work(rung);
      if (after + rest > race_.budget || (promoted > 0 && after > spent_by[rung] * race_.budget)) {
        runner.raced.dropped = fmt::format("no budget left for it on {}", rung_text(rung));
        continue;
      }
      costliest = rest;
      runner.raced.scores[rung] = score(on[place], rung, 0);
      if (!runner.failed) ++promoted;
    }
    return scored(rung);
  }

  static std::string rung_text(std::size_t rung) {
    return rung == last_rung ? "all rows"
                             : fmt::format("1/{:.0f} of the rows", 1 / rung_shares[rung]);
  }

  /// The best first, by means over the same splits; of equals the cheaper one.
  void sort_by_mean(std::vector<std::size_t>& who) const {
    std::sort(who.begin(), who.end(), [&](auto a, auto b) {
      const double x = all_[a].raced.mean(), y = all_[b].raced.mean();
      return x != y ? x > y : cheaper(a, b);
    });
  }

  void hold_final(std::vector<std::size_t> on) {
    const std::size_t began_with = on.size();
    const auto round = [&] {
      return std::accumulate(on.begin(), on.end(), 0.0, [&](double sum, std::size_t who) {
        return sum + all_[who].work(last_rung);
      });
    };
    // Rather few on enough splits for a test than many on one or two.
    while (on.size() > 2 && spent_ + fewest_splits * round() > race_.budget) {
      all_[on.back()].raced.dropped = fmt::format("no budget left for {} in the final", on.size());
      on.pop_back();
    }
    for (std::size_t split = 1; split <= most_final_splits && on.size() > 1; ++split) {
      while (on.size() > 1 && spent_ + round() > race_.budget) {
        if (on.size() == 2) {
          ended_ = "the budget is spent";
          break;
        }
        all_[on.back()].raced.dropped =
            fmt::format("{} of {} in the final, no budget left for all", on.size(), on.size());
        on.pop_back();
      }
      if (!ended_.empty()) break;
      for (const std::size_t who : std::vector(on)) {
        const auto found = score(who, last_rung, split);
        if (found) {
          all_[who].raced.final_scores.push_back(*found);
        } else {
          std::erase(on, who);
        }
      }
      sort_by_mean(on);
      if (split >= fewest_splits && on.size() > 1) drop_worse(on, split);
    }
    if (ended_.empty()) {
      ended_ = began_with < 2  ? "one alone came to the final"
               : on.size() < 2 ? "one is clearly best"
                               : fmt::format("all {} splits are used", most_final_splits);
    }
    for (std::size_t place = 1; place < on.size(); ++place) {
      all_[on[place]].raced.dropped = fmt::format("{} of {} in the final", place + 1, on.size());
    }
    finalists_ = on;
  }

  ResampledT difference(const Raced& better, const Raced& worse) const {
    const std::size_t n = std::min(better.final_scores.size(), worse.final_scores.size());
    std::vector<double> differences;
    for (std::size_t i = 0; i < n; ++i) {
      differences.push_back(better.final_scores[i] - worse.final_scores[i]);
    }
    return corrected_resampled_t(differences, race_.variance_ratio);
  }

  void drop_worse(std::vector<std::size_t>& on, std::size_t splits) {
    std::vector<double> p;
    for (std::size_t k = 1; k < on.size(); ++k) {
      p.push_back(difference(all_[on[0]].raced, all_[on[k]].raced).p_value);
    }
    p = holm(p);
    for (std::size_t k = on.size() - 1; k >= 1; --k) {
      Raced& raced = all_[on[k]].raced;
      if (!(p[k - 1] < significant)) continue;
      const double less = difference(all_[on[0]].raced, raced).mean;
      raced.dropped = fmt::format("worse by {:.4f} after {} splits of the final, p = {:.2g}", less,
                                  splits, p[k - 1]);
      on.erase(on.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  RaceOutcome outcome() {
    RaceOutcome result;
    if (finalists_.empty()) fail_as_all();
    const std::size_t chosen = finalists_.front();
    all_[chosen].raced.dropped.clear();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].has_entered && i != chosen) order.push_back(i);
    }
    // By how far they came: finalists that stayed to the end first.
    const auto far = [&](std::size_t i) {
      const Raced& raced = all_[i].raced;
      std::size_t rungs = 0;
      for (const auto& s : raced.scores) rungs += s ? 1 : 0;
      return std::pair(raced.final_scores.size(), rungs);
    };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) {
      if (far(a) != far(b)) return far(a) > far(b);
      const double x = all_[a].raced.mean(), y = all_[b].raced.mean();
      return x != y ? x > y : cheaper(a, b);
    });
    result.tried.push_back(all_[chosen].raced);
    for (const std::size_t i : order) result.tried.push_back(all_[i].raced);
    add_left_out(result);
    result.scores = std::move(scores_);
    result.spent = spent_;
    result.ended = ended_;
    compare_choice(result);
    return result;
  }

  void add_left_out(RaceOutcome& result) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!all_[i].has_entered) out.push_back(i);
    }
    std::sort(out.begin(), out.end(), [&](auto a, auto b) { return cheaper(a, b); });
    for (const std::size_t i : out) {
      const Entrant& entrant = all_[i].raced.entrant;
      const double work = entrant.work[last_rung];
      result.left_out.push_back(
          {entrant.name,
           work > limit_ ? fmt::format("costs {:.3g} units a score, more than its share of {:.3g}",
                                       work, limit_)
                         : fmt::format("costs {:.3g} units a score, and what may be spent on entry "
                                       "was spent on cheaper ones",
                                       work)});
    }
  }

  void compare_choice(RaceOutcome& result) const {
    if (result.tried.size() < 2) return;
    std::vector<double> p;
    for (std::size_t k = 1; k < result.tried.size(); ++k) {
      if (result.tried[k].final_scores.empty()) break;  // so have all that follow
      p.push_back(difference(result.tried[0], result.tried[k]).p_value);
    }
    if (p.empty()) return;
    result.loss = difference(result.tried[0], result.tried[1]);
    result.p_value = holm(p).front();
  }

  [[noreturn]] void fail_as_all() const {
    std::string why;
    for (const Runner& runner : all_) {
      if (runner.failed && why.empty()) {
        why = fmt::format("'{}' {}", runner.raced.entrant.name, runner.raced.dropped);
      }
    }
    throw Error(ErrorCode::numerical, "nothing that was tried could be scored: " + why);
  }

  const Race& race_;
  std::vector<Runner> all_;
  std::set<std::string> names_;
  std::map<std::string, double> scores_;
  double spent_ = 0, limit_ = 0;
  std::vector<std::size_t> finalists_;
  std::string ended_;
};

}  // namespace

std::string Heat::text() const {
  return fmt::format("{} {} of rows, split {}", entrant, rung_shares.at(rung), split);
}

double Raced::mean() const {
  if (!final_scores.empty()) {
    return std::accumulate(final_scores.begin(), final_scores.end(), 0.0) /
           static_cast<double>(final_scores.size());
  }
  for (std::size_t rung = scores.size(); rung-- > 0;) {
    if (scores[rung]) return *scores[rung];
  }
  return -std::numeric_limits<double>::infinity();
}

std::optional<RaceOutcome> run_race(const Race& race) {
  try {
    return Racer(race).run();
  } catch (const Ended&) {
    return std::nullopt;
  }
}

}  // namespace hashlab
