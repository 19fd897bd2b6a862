#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::experiments {

// The input of a race, and its data about each candidate; the rules are in race.h.

/// The rungs of a race: the share of the training rows on which candidates are trained there.
inline constexpr std::array<double, 4> rung_shares = {0.125, 0.375, 0.75, 1};
inline constexpr std::size_t last_rung = rung_shares.size() - 1;
inline constexpr std::size_t most_final_splits = 15;

using OfRungs = std::array<double, rung_shares.size()>;
using RowsOfRungs = std::array<std::size_t, rung_shares.size()>;

struct Entrant {
  std::string name;
  OfRungs work = {};  ///< cost of a score on each rung, in units (hashers/work.h), > 0
  /// `group` is the name of its projection, `kind` that of its quantiser. Candidates of one group
  /// and kind differ only in settings. A good group or kind is explored before a worse one.
  std::string group = {}, kind = {};
  bool is_late = false;  ///< enters after all others, and with a smaller part of the budget
  /// Names the part of the work that is done only once, on each rung and split, for all candidates
  /// with the same `part`, such as training a projection that several quantisers share. Only the
  /// first of these candidates is charged for it. Empty: nothing is shared.
  std::string part = {};
  /// The cost of that part on each rung, in units; included in `work`.
  OfRungs part_work = {};
};

/// One score to compute: that of one candidate, trained on the rows of one rung, on one inner
/// split. All rungs use split 0; the final uses splits 1 .. most_final_splits.
struct Heat {
  std::string entrant;
  std::size_t rung = 0, split = 0;
  std::string text() const;  ///< "itq+npq 0.375 of rows, split 0": the key of its score
};

/// A score, or the reason why there is none.
struct HeatResult {
  double score = 0;  ///< finite; higher is better
  std::string failure = {};
};

struct Race {
  std::vector<Entrant> entrants;  ///< of different names, in any order
  /// Returns the followers of a candidate: variants of it that may be scored if it does well. The
  /// function may be empty; candidates with known names are ignored.
  std::function<std::vector<Entrant>(const std::string& entrant)> followers = {};
  double budget = 0;             ///< units
  OfRungs variance_ratios = {};  ///< for each rung, the ratio of corrected_resampled_t for the
                                 ///< splits of the final
  /// The number of training rows of each rung, ascending. Rungs with equal numbers train on the
  /// same rows, so a score on one of them holds for all.
  RowsOfRungs rung_rows = {125, 375, 750, 1000};
  std::map<std::string, double> known = {};  ///< scores from earlier attempts, by Heat::text; not
                                             ///< computed again
  std::function<HeatResult(const Heat&)> score;
  /// Called after each computed score with all scores so far and the units spent; returning false
  /// ends the race. May be empty.
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

  double mean() const;  ///< mean of final_scores; without any, the score on its highest rung
};

/// A candidate that was not scored.
struct NotRaced {
  std::string name, reason;
};

}  // namespace hashlab::experiments
