#include "experiments/choose/race.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t fewest = 3;         // that go on from entry whatever they cost
constexpr std::size_t most_groups = 3;    // whose followers may be tried before all others'
constexpr std::size_t most_finalists = 6;
constexpr std::size_t fewest_splits = 5;  // before anybody is dropped by a test
constexpr double significant = 0.05;
// Shares of the budget that may be spent by the end of a part of the race.
constexpr double by_late_entry = 0.1, by_entry = 0.34, by_late = 0.5, by_search = 0.65, by_best_of_entry = 0.8, by_last = 0.9;
constexpr std::size_t search_rung = 1;

/// Ended by after_score.
struct Ended {};

class Racer {
 public:
  explicit Racer(const Race& race) : race_(race) {}

  RaceOutcome run() {
    add(race_.entrants, nobody);
    check_budget();
    enter();
    score_best_of_entry();
    search();
    hold_final(promote());
    return outcome();
  }

 private:
  static constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

  struct Runner {
    Raced raced;
    std::size_t parent = nobody;  // whom it follows
    bool is_followed = false, failed = false;

    std::optional<std::size_t> highest_rung() const {
      for (std::size_t rung = rung_shares.size(); rung-- > 0;) {
        if (raced.scores[rung]) return rung;
      }
      return std::nullopt;
    }
    bool has_entered() const { return failed || highest_rung(); }
  };

  struct Ranks {  // from 1
    std::map<std::string, std::size_t> of_groups, of_kinds;
  };

  void add(std::vector<Entrant> entrants, std::size_t parent) {
    for (Entrant& entrant : entrants) {
      if (!names_.insert(entrant.name).second) continue;
      Runner runner;
      runner.raced.entrant = std::move(entrant);
      runner.parent = parent;
      all_.push_back(std::move(runner));
    }
  }

  bool cheaper(std::size_t a, std::size_t b) const {
    const Entrant &x = all_[a].raced.entrant, &y = all_[b].raced.entrant;
    return std::pair(x.work[last_rung], x.name) < std::pair(y.work[last_rung], y.name);
  }

  static std::string part_key(const Entrant& entrant, std::size_t rung, std::size_t split) {
    return fmt::format("{} {} {}", rung, split, entrant.part);
  }

  /// What scoring these one after the other takes, by what has been done so far.
  double cost(const std::vector<std::size_t>& these, std::size_t rung, std::size_t split) const {
    std::set<std::string> parts;
    double sum = 0;
    for (const std::size_t who : these) {
      const Entrant& entrant = all_[who].raced.entrant;
      sum += entrant.work[rung];
      if (entrant.part.empty()) continue;
      const std::string key = part_key(entrant, rung, split);
      if (parts_.contains(key) || !parts.insert(key).second) sum -= entrant.part_work[rung];
    }
    return sum;
  }
  double cost(std::size_t who, std::size_t rung) const { return cost(std::vector{who}, rung, 0); }

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

  std::vector<std::size_t> first_in_order() const {
    std::vector<std::size_t> first(all_.size());
    std::iota(first.begin(), first.end(), std::size_t{0});
    std::sort(first.begin(), first.end(), [&](auto a, auto b) {
      const Entrant &x = all_[a].raced.entrant, &y = all_[b].raced.entrant;
      return std::tuple(x.is_late, x.work[0], x.name) < std::tuple(y.is_late, y.work[0], y.name);
    });
    return first;
  }

  void check_budget() const {
    if (all_.empty()) throw Error(ErrorCode::invalid_argument, "there is nothing to choose from");
    const std::vector<std::size_t> first = first_in_order();
    const double least = cost(first.front(), 0) + cost(first.front(), search_rung);
    if (race_.budget >= least) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("a budget of {:.3g} units is too small to try anything: the cheapest "
                            "needs {:.3g}, and for all to enter {:.3g}",
                            race_.budget, least, cost(first, 0, 0) / by_entry));
  }

  /// The score of a heat; nothing if it failed. Charged whether it was known or not.
  std::optional<double> score(std::size_t who, std::size_t rung, std::size_t split) {
    Runner& runner = all_[who];
    const Heat heat{runner.raced.entrant.name, rung, split};
    spent_ += cost(std::vector{who}, rung, split);
    if (!runner.raced.entrant.part.empty()) {
      parts_.insert(part_key(runner.raced.entrant, rung, split));
    }
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
    double least = std::numeric_limits<double>::infinity();  // to be scored in the search, too
    for (const std::size_t who : first_in_order()) {
      const double after = spent_ + cost(who, 0);
      least = std::min(least, cost(who, search_rung));
      if (after + least > race_.budget) return;
      const double share = entrant(who).is_late ? by_late_entry : by_entry;
      if (!scores_.empty() && after > share * race_.budget) return;
      all_[who].raced.scores[0] = score(who, 0, 0);
    }
  }

  bool fits(std::size_t who, std::size_t rung, double share) const {
    return spent_ + cost(who, rung) <= share * race_.budget;
  }

  /// The best of entry, the cheapest first: what is dear is mostly worth it on more rows.
  void score_best_of_entry() {
    std::vector<std::size_t> best = scored(0);
    best.resize(std::min(fewest, best.size()));
    std::sort(best.begin(), best.end(), [&](auto a, auto b) {
      return std::pair(cost(a, search_rung), a) < std::pair(cost(b, search_rung), b);
    });
    for (const std::size_t who : best) {
      const bool is_alone = scored(search_rung).empty();
      if (fits(who, search_rung, is_alone ? 1 : by_best_of_entry)) score_in_search(who);
    }
  }

  void score_in_search(std::size_t who) {
    all_[who].raced.scores[search_rung] = score(who, search_rung, 0);
  }

  const Entrant& entrant(std::size_t who) const { return all_[who].raced.entrant; }

  using Family = std::pair<std::string, std::string>;  // group and kind
  Family family(std::size_t who) const { return {entrant(who).group, entrant(who).kind}; }

  /// Of those scored on a rung the best of each family, the best first.
  std::vector<std::size_t> best_of_families(std::size_t rung) const {
    std::vector<std::size_t> best;
    std::set<Family> seen;
    for (const std::size_t who : scored(rung)) {
      if (seen.insert(family(who)).second) best.push_back(who);
    }
    return best;
  }

  /// The best of the search, and the best of another kind, or else of another group.
  std::vector<std::size_t> best_two() const {
    const std::vector<std::size_t> on = best_of_families(search_rung);
    const auto other = [&](const auto& differs) {
      return std::find_if(on.begin(), on.end(), [&](auto who) { return differs(who); });
    };
    auto second = other([&](auto who) { return entrant(who).kind != entrant(on[0]).kind; });
    if (second == on.end()) {
      second = other([&](auto who) { return entrant(who).group != entrant(on[0]).group; });
    }
    std::vector<std::size_t> best(on.begin(), on.begin() + (on.empty() ? 0 : 1));
    if (second != on.end()) best.push_back(*second);
    return best;
  }

  /// The ranks of groups and of kinds by their best on the search's rung; the best of each family
  /// gets followers.
  Ranks rank_groups(const std::vector<std::size_t>& good) {
    Ranks ranks;
    for (const std::size_t who : best_of_families(search_rung)) {
      ranks.of_groups.emplace(entrant(who).group, ranks.of_groups.size() + 1);
      ranks.of_kinds.emplace(entrant(who).kind, ranks.of_kinds.size() + 1);
      if (race_.followers && !std::exchange(all_[who].is_followed, true)) {
        add(race_.followers(entrant(who).name), who);
      }
    }
    for (const std::size_t who : good) {
      ranks.of_groups.emplace(entrant(who).group, ranks.of_groups.size() + 1);
    }
    return ranks;
  }

  /// Followers, and those that were good at entry, the cheapest first, where what one costs counts
  /// as often as the square of its group's rank says: what the best group brings may be dear.
  std::size_t next_in_search(const Ranks& ranks, const std::vector<std::size_t>& good) const {
    const std::vector<std::size_t> best = best_two();
    double kept = 0;  // what it takes these, or at least the best, to be scored on all rows
    for (const std::size_t who : best) {
      const double its = cost(who, last_rung);
      if (spent_ + kept + its <= race_.budget) kept += its;
    }
    std::size_t next = nobody;
    std::tuple<bool, double, std::string> least;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Runner& runner = all_[i];
      if (runner.failed || runner.raced.scores[search_rung]) continue;
      const bool follows = runner.parent != nobody;
      if (!follows && std::find(good.begin(), good.end(), i) == good.end()) continue;
      const std::size_t of_group = ranks.of_groups.at(entrant(i).group);
      const auto known = ranks.of_kinds.find(entrant(i).kind);
      // The best two are followed alike.
      const std::size_t of_kind =
          known == ranks.of_kinds.end() ? 1 : std::max<std::size_t>(known->second, 2) - 1;
      const bool is_late = entrant(i).is_late || of_group > most_groups;
      if (!fits(i, search_rung, is_late ? by_late : by_search)) continue;
      const double its = cost(i, search_rung);
      const bool may_improve = std::any_of(best.begin(), best.end(),
                                           [&](auto who) { return family(who) == family(i); });
      if (!may_improve && spent_ + its + kept > race_.budget) continue;
      const auto rank = static_cast<double>(of_group * of_kind);
      const std::tuple price(is_late, its * rank * rank * rank, entrant(i).name);
      if (next == nobody || price < least) {
        next = i;
        least = price;
      }
    }
    return next;
  }

  void search() {
    const std::vector<std::size_t> first = scored(0);
    const std::size_t places = std::min(std::max(fewest, (first.size() + 2) / 3), first.size());
    const std::vector<std::size_t> good(first.begin(),
                                        first.begin() + static_cast<std::ptrdiff_t>(places));
    while (true) {
      const std::size_t next = next_in_search(rank_groups(good), good);
      if (next == nobody) break;
      score_in_search(next);
    }
    for (std::size_t place = 0; place < first.size(); ++place) {
      Runner& runner = all_[first[place]];
      if (runner.raced.scores[search_rung] || runner.failed) continue;
      runner.raced.dropped =
          place < places ? fmt::format("no budget left for it on {}", rung_text(search_rung))
                         : fmt::format("{} of {} on {}", place + 1, first.size(), rung_text(0));
    }
  }

  /// The best of the search, of each family one before others, are scored on the last rung. If the
  /// best of all does not fit there, the race ends on the search's rung.
  std::vector<std::size_t> promote() {
    const std::vector<std::size_t> certain = best_two();
    std::vector<std::size_t> on = certain;
    for (const auto& some : {best_of_families(search_rung), scored(search_rung)}) {
      for (const std::size_t who : some) {
        if (std::find(on.begin(), on.end(), who) == on.end()) on.push_back(who);
      }
    }
    if (on.empty()) return on;
    const std::size_t places = std::min(most_finalists, std::max(fewest, (on.size() + 1) / 2));
    end_ = last_rung;
    while (end_ > search_rung && spent_ + cost(certain, end_, 0) > race_.budget) --end_;
    std::vector<std::size_t> promoted;
    for (std::size_t place = 0; place < on.size(); ++place) {
      Runner& runner = all_[on[place]];
      const double after = spent_ + (end_ > search_rung ? cost(on[place], end_) : 0);
      if (promoted.size() == places) {
        runner.raced.dropped = fmt::format("not among the best {} of {} on {}", places, on.size(),
                                           rung_text(search_rung));
      } else if (after > race_.budget ||
                 (promoted.size() >= certain.size() && after > by_last * race_.budget &&
                  end_ > search_rung)) {
        runner.raced.dropped = fmt::format("no budget left for it on {}", rung_text(end_));
      } else {
        if (end_ > search_rung) runner.raced.scores[end_] = score(on[place], end_, 0);
        if (!runner.failed) promoted.push_back(on[place]);
      }
    }
    std::sort(promoted.begin(), promoted.end(), [&](auto a, auto b) {
      const double x = all_[a].raced.mean(), y = all_[b].raced.mean();
      return x != y ? x > y : cheaper(a, b);
    });
    return promoted;
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
    const auto round = [&] { return cost(on, end_, most_final_splits + 1); };
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
        const auto found = score(who, end_, split);
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
      if (all_[i].has_entered() && i != chosen) order.push_back(i);
    }
    // By how far they came: finalists that stayed to the end first.
    const auto far = [&](std::size_t i) {
      return std::pair(all_[i].raced.final_scores.size(), all_[i].highest_rung());
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
      if (!all_[i].has_entered()) out.push_back(i);
    }
    std::sort(out.begin(), out.end(), [&](auto a, auto b) { return cheaper(a, b); });
    for (const std::size_t i : out) {
      const Entrant& entrant = all_[i].raced.entrant;
      result.left_out.push_back(
          {entrant.name,
           all_[i].parent == nobody
               ? fmt::format("costs {:.3g} units on {}, and what may be spent on entry was spent "
                             "on cheaper ones",
                             entrant.work[0], rung_text(0))
               : fmt::format("no budget left for it on {}, or it follows what others overtook",
                             rung_text(search_rung))});
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
  std::set<std::string> parts_;  // that were charged
  std::size_t end_ = last_rung;
  double spent_ = 0;
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
