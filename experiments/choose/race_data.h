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
inline constexpr std::size_t most_final_splits = 15;

/// One value for each rung.
using OfRungs = std::array<double, rung_shares.size()>;
using RowsOfRungs = std::array<std::size_t, rung_shares.size()>;

/// A candidate of a race: a hash function that may be scored.
struct Entrant {
  std::string name;
  OfRungs work = {};  ///< cost of a score on each rung, in units (hashers/work.h), > 0
  /// `group` is the name of the projection, `kind` that of the quantiser. Candidates of one group
  /// and kind differ only in settings. A group or kind with better scores is explored first.
  std::string group = {}, kind = {};
  bool is_late = false;  ///< scored after all others, and only until a smaller share of the budget
                         ///< is spent
  /// A name for the part of the work that several candidates share, such as training a projection
  /// for several quantisers. On each rung and split, this part is done only once for all candidates
  /// with the same `part`, and only the first of them is charged for it. Empty: nothing is shared.
  std::string part = {};
  /// The cost of the shared part on each rung, in units; included in `work`.
  OfRungs part_work = {};
};

/// A score to compute: the candidate `entrant`, trained on the rows of one rung, is scored on one
/// inner split. All rungs use split 0; the final uses splits 1 .. most_final_splits.
struct Heat {
  std::string entrant;
  std::size_t rung = 0, split = 0;
  std::string text() const;  ///< "itq+npq 0.375 of rows, split 0": the key of its score
};

/// The score of a Heat, or the reason why there is none.
struct HeatResult {
  double score = 0;          ///< finite; higher is better
  std::string failure = {};  ///< the reason; empty if there is a score
};

/// The input of a race.
struct Race {
  std::vector<Entrant> entrants;  ///< the first candidates, with different names, in any order
  /// Returns the followers of the candidate with this name: variants that may be scored if the
  /// candidate has a good score. A follower with the name of an existing candidate is ignored. May
  /// be empty.
  std::function<std::vector<Entrant>(const std::string& entrant)> followers = {};
  double budget = 0;             ///< units
  OfRungs variance_ratios = {};  ///< for each rung, the `ratio` of corrected_resampled_t if the
                                 ///< final is on it
  /// The number of training rows of each rung, ascending. Rungs with equal numbers train on the
  /// same rows, so a score on one of them holds for all.
  RowsOfRungs rung_rows = {125, 375, 750, 1000};
  std::map<std::string, double> known = {};  ///< scores from earlier attempts, by Heat::text; not
                                             ///< computed again
  std::function<HeatResult(const Heat&)> score;  ///< computes one score
  /// Called after each call of `score`, even if it fails, with all scores so far and the units
  /// spent; returning false ends the race. May be empty.
  std::function<bool(const std::map<std::string, double>&, double spent)> after_score = {};
};

/// A candidate that was scored.
struct Raced {
  Entrant entrant;
  std::array<std::optional<double>, rung_shares.size()> scores;  ///< on split 0, by rung; none if
                                                                 ///< not scored there
  std::vector<double> final_scores;                              ///< on splits 1, 2, ...
  std::string dropped;  ///< at which point of the race it was dropped, and why; empty for the
                        ///< choice

  double mean() const;  ///< mean of final_scores; if there are none, the score on its highest rung;
                        ///< minus infinity without any score
};

/// A candidate that was not scored.
struct NotRaced {
  std::string name, reason;
};

}  // namespace hashlab::experiments
