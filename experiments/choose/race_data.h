#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// The input of a race, and its data about each candidate. The rules of a race are in race.h.

/// The rungs of a race: for each rung, the share of the training rows of an inner split on which
/// candidates are trained.
inline constexpr std::array<double, 4> rung_shares = {0.125, 0.375, 0.75, 1};
inline constexpr std::size_t last_rung = rung_shares.size() - 1;
inline constexpr std::size_t max_final_splits = 15;

/// One value for each rung.
using OfRungs = std::array<double, rung_shares.size()>;
using RowsOfRungs = std::array<std::size_t, rung_shares.size()>;

/// A candidate of a race: a hash function that may be scored.
struct Candidate {
  std::string name;
  OfRungs work = {};  ///< cost of a score on each rung, in units (hashers/work.h), > 0
  /// Names of the projection and of the quantiser. Candidates with the same two differ only in
  /// settings. Variants of projections and quantisers with better scores are tried first.
  std::string projection = {}, quantiser = {};
  bool is_deferred = false;  ///< scored after all others, and only until a smaller share of the
                             ///< budget is spent
  /// A name for the part of the work that several candidates share, such as training a projection
  /// for several quantisers. On each rung and split, this part is done only once for all candidates
  /// with the same `part`, and only the first of them is charged for it. Empty: nothing is shared.
  std::string part = {};
  /// The cost of the shared part on each rung, in units; included in `work`.
  OfRungs part_work = {};
};

/// An evaluation of a candidate, which gives one score: the candidate with this name is trained on
/// the rows of one rung and scored on one inner split. All rungs use split 0; the final uses splits
/// 1 .. max_final_splits.
struct Evaluation {
  std::string candidate;
  std::size_t rung = 0, split = 0;
  std::string text() const;  ///< "itq+npq 0.375 of rows, split 0": the key of its score
};

/// The outcome of an Evaluation: a score, or the reason for its failure.
struct EvaluationResult {
  double score = 0;          ///< finite; higher is better
  std::string failure = {};  ///< the reason for the failure; empty if it has a score
};

/// The input of a race.
struct Race {
  std::vector<Candidate> first_candidates;  ///< those of the entry phase, with different names, in
                                            ///< any order
  /// Returns the variants of the candidate with this name, which become candidates if it has a good
  /// score. A variant with the name of an existing candidate is ignored. May be empty.
  std::function<std::vector<Candidate>(const std::string& name)> variants = {};
  double budget = 0;             ///< units
  std::size_t promoted = 3;      ///< number of first candidates that the search begins with
  OfRungs variance_ratios = {};  ///< for each rung, the `ratio` of corrected_resampled_t if the
                                 ///< final is on it
  /// The number of training rows of each rung, ascending. Rungs with equal numbers train on the
  /// same rows, so a score on one of them holds for all.
  RowsOfRungs rung_rows = {125, 375, 750, 1000};
  /// Scores from earlier attempts, by Evaluation::text, which are not computed again.
  std::map<std::string, double> known = {};
  std::function<EvaluationResult(const Evaluation&)> evaluate;  ///< computes one score
  /// Called after each call of `evaluate`, even if it fails, with all scores so far and the units
  /// spent; returning false ends the race. May be empty.
  std::function<bool(const std::map<std::string, double>&, double spent)> after_evaluation = {};
};

/// A candidate that was scored, or whose evaluation failed.
struct ScoredCandidate {
  Candidate candidate;
  std::array<std::optional<double>, rung_shares.size()> scores;  ///< on split 0, by rung; none if
                                                                 ///< not scored there
  std::vector<double> final_scores;                              ///< on splits 1, 2, ...
  std::string dropped;  ///< when it was dropped, and why; empty for the choice

  double mean() const;  ///< mean of final_scores; if there are none, the score on its highest rung;
                        ///< minus infinity without any score
};

/// A candidate that was not evaluated.
struct UntriedCandidate {
  std::string name, reason;
};

}  // namespace hashlab::experiments
