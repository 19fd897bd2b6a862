#pragma once

#include "experiments/choose/race_data.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// One who may be scored in a race.
struct Runner {
  static constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

  Raced raced;
  std::size_t parent = nobody;  ///< whom it follows; nobody for those who were there first
  std::size_t part = nobody;    ///< the number of Entrant::part; nobody's if that is empty
  bool is_followed = false, failed = false;

  const Entrant& entrant() const { return raced.entrant; }
  std::optional<std::size_t> highest_rung() const;
  bool has_entered() const { return failed || highest_rung(); }
};

/// All who may be scored in a race, by numbers from 0, with their scores and what these cost: what
/// the parts of a race share. Knows no rules. The race must outlive it.
class Field {
 public:
  explicit Field(const Race& race);

  std::size_t size() const { return runners_.size(); }
  const Runner& operator[](std::size_t who) const { return runners_[who]; }
  const Entrant& entrant(std::size_t who) const { return runners_[who].entrant(); }
  double budget() const { return race_.budget; }
  double spent() const { return spent_; }
  const std::map<std::string, double>& scores() const { return scores_; }

  /// Do both rungs learn from the same rows?
  bool are_alike(std::size_t rung, std::size_t other) const {
    return race_.rung_rows[rung] == race_.rung_rows[other];
  }
  /// What it takes to score these one after the other, by what has been done so far.
  double cost(const std::vector<std::size_t>& these, std::size_t rung, std::size_t split) const;
  double cost(std::size_t who, std::size_t rung) const { return cost_of(who, rung, 0); }
  /// Can it be scored on a rung with no more than a share of the budget spent then?
  bool fits(std::size_t who, std::size_t rung, double share) const;

  /// Those who were there first, in the order in which they enter: nobody late before others, the
  /// cheapest first.
  std::vector<std::size_t> first_in_order() const;
  /// Those with a score on the rung, the best first; of equals the cheaper one.
  std::vector<std::size_t> scored(std::size_t rung) const;
  /// Of these the best of each group and kind, the best first.
  std::vector<std::size_t> best_of_families(std::size_t rung) const;
  /// The best first, by Raced::mean; of equals the cheaper one.
  void sort_by_mean(std::vector<std::size_t>& who) const;
  /// By its work on all rows, then by name.
  bool is_cheaper(std::size_t a, std::size_t b) const;

  /// Whoever follows it joins, unless it was asked before.
  void ask_for_followers(std::size_t who);
  /// Its score on the rung and all that are alike, for the one split that all rungs have. Charged,
  /// whether it was known or not. If there is none the runner has failed.
  void score(std::size_t who, std::size_t rung);
  /// The same on a split of the final; true if it has a score.
  bool score_in_final(std::size_t who, std::size_t rung, std::size_t split);
  void drop(std::size_t who, std::string why) { runners_[who].raced.dropped = std::move(why); }

  /// Thrown by both if after_score ends the race.
  struct Ended {};

 private:
  void add(std::vector<Entrant> entrants, std::size_t parent);
  std::optional<double> heat(std::size_t who, std::size_t rung, std::size_t split);

  using Place = std::pair<std::size_t, std::size_t>;  // rows and split
  double cost_of(std::size_t who, std::size_t rung, std::size_t split) const;
  Place place(std::size_t rung, std::size_t split) const { return {race_.rung_rows[rung], split}; }

  const Race& race_;
  std::vector<Runner> runners_;
  std::set<std::string> names_;
  std::map<std::string, std::size_t> parts_;         // their numbers
  std::set<std::pair<std::size_t, Place>> charged_;  // parts, where they were
  std::map<std::string, double> scores_;
  double spent_ = 0;
};

}  // namespace hashlab::experiments
