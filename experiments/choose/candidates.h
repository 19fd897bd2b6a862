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

/// A candidate of a race (race.h), with its scores so far.
struct CandidateState {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  ScoredCandidate scored;
  std::size_t origin = none;  ///< number of the candidate of which this one is a variant
                              ///< (Race::variants); none for the first candidates
  std::size_t part = none;    ///< a number for Candidate::part, equal for equal parts; none if
                              ///< Candidate::part is empty
  bool has_variants = false;  ///< its variants were added to the candidates
  bool failed = false;        ///< one of its scores could not be computed

  const Candidate& candidate() const { return scored.candidate; }
  std::optional<std::size_t> highest_rung() const;
  bool was_tried() const { return failed || highest_rung(); }
};

/// The state of a race, which its phases share: all candidates, numbered from 0, with their scores
/// and the costs of evaluating them. The phases themselves are in race.h, search.h and final.h. In
/// all functions a candidate is given by its number, `c`. The Race must outlive this object.
class Candidates {
 public:
  explicit Candidates(const Race& race);

  std::size_t size() const { return states_.size(); }
  const CandidateState& operator[](std::size_t c) const { return states_[c]; }
  const Candidate& candidate(std::size_t c) const { return states_[c].candidate(); }
  double budget() const { return race_.budget; }
  std::size_t promoted() const { return race_.promoted; }
  double spent() const { return spent_; }
  const std::map<std::string, double>& scores() const { return scores_; }

  /// True if both rungs have the same number of training rows, and therefore the same rows.
  bool are_alike(std::size_t rung, std::size_t other) const {
    return race_.rung_rows[rung] == race_.rung_rows[other];
  }
  /// The cost in units of scoring the candidates `these` one after the other. A candidate that
  /// already has this score in this race costs nothing. A shared part (Candidate::part) costs
  /// nothing if it was charged before; if several of these candidates share it, it is charged once.
  double cost(const std::vector<std::size_t>& these, std::size_t rung, std::size_t split) const;
  double cost(std::size_t c, std::size_t rung) const { return cost_of(c, rung, 0); }
  /// True if the budget spent after scoring `c` on a rung would be at most this share of the
  /// budget, or if scoring it there costs nothing.
  bool fits(std::size_t c, std::size_t rung, double share) const;

  /// The first candidates in the order in which the entry phase scores them: deferred ones
  /// (Candidate::is_deferred) last, otherwise the cheapest first.
  std::vector<std::size_t> first_in_order() const;
  /// The candidates with a score on the rung, best first; in case of ties the cheaper one first.
  std::vector<std::size_t> scored(std::size_t rung) const;
  /// For each pair of projection and quantiser its best candidate with a score on the rung, best
  /// first.
  std::vector<std::size_t> best_of_pairs(std::size_t rung) const;
  /// Sorts candidates by ScoredCandidate::mean, best first; in case of ties the cheaper one first.
  void sort_by_mean(std::vector<std::size_t>& these) const;
  /// True if candidate `a` costs less than candidate `b` for a score with all training rows, by
  /// declared work. If the costs are equal, the candidate whose name comes first counts as cheaper.
  bool is_cheaper(std::size_t a, std::size_t b) const;

  /// Adds the variants of a candidate (Race::variants) to the candidates, if it was not done
  /// before.
  void add_variants_of(std::size_t c);
  /// Scores a candidate on split 0. The score counts for this rung and for all rungs with the same
  /// number of training rows. The cost is charged even if Race::known has the score. If the score
  /// cannot be computed, the candidate has failed.
  void score(std::size_t c, std::size_t rung);
  /// Scores a candidate on a split of the final, trained on the rows of a rung. Returns false if
  /// the candidate has failed.
  bool score_in_final(std::size_t c, std::size_t rung, std::size_t split);
  /// Records when and why a candidate was dropped.
  void drop(std::size_t c, std::string why) { states_[c].scored.dropped = std::move(why); }

  /// Thrown by score() and score_in_final() if Race::after_evaluation ends the race.
  struct Ended {};

 private:
  void add(std::vector<Candidate> candidates, std::size_t origin);
  std::optional<double> evaluate(std::size_t c, std::size_t rung, std::size_t split);

  using Place = std::pair<std::size_t, std::size_t>;  // rows and split
  double cost_of(std::size_t c, std::size_t rung, std::size_t split) const;
  Place place(std::size_t rung, std::size_t split) const { return {race_.rung_rows[rung], split}; }

  const Race& race_;
  std::vector<CandidateState> states_;
  std::set<std::string> names_;
  std::map<std::string, std::size_t> parts_;         // numbers of the parts
  std::set<std::pair<std::size_t, Place>> charged_;  // charged parts, by place
  std::map<std::string, double> scores_;
  double spent_ = 0;
};

}  // namespace hashlab::experiments
