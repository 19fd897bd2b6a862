#include "experiments/choose/race.h"

#include "experiments/choose/candidates.h"
#include "experiments/choose/final.h"
#include "experiments/choose/search.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace hashlab::experiments {
namespace {

// The shares of the budget that may be spent by the end of each phase.
constexpr double by_entry = 0.34, by_deferred_entry = 0.1, by_last = 0.9;
constexpr std::size_t min_promoted = 3, max_promoted = 6;  // to the last rung

double entry_share(const Candidate& candidate) {
  return candidate.is_deferred ? by_deferred_entry : by_entry;
}

std::string rows_of(const Race& race, std::size_t rung) {
  return fmt::format("{} rows", race.rung_rows[rung]);
}

/// The cost of scoring a candidate of the entry phase on the search rung as well; 0 if the first
/// rung and the search rung have the same samples.
double search_cost(const Candidates& candidates, std::size_t c) {
  return candidates.are_alike(0, search_rung) ? 0 : candidates.cost(c, search_rung);
}

void check_budget(const Candidates& candidates) {
  if (candidates.size() == 0) {
    throw Error(ErrorCode::invalid_argument, "there is nothing to choose from");
  }
  const std::vector<std::size_t> first = candidates.first_in_order();
  const double lowest = candidates.cost(first.front(), 0) + search_cost(candidates, first.front());
  if (candidates.budget() >= lowest) return;
  double for_all = lowest;
  std::vector<std::size_t> scored;
  for (const std::size_t c : first) {
    scored.push_back(c);
    for_all =
        std::max(for_all, candidates.cost(scored, 0, 0) / entry_share(candidates.candidate(c)));
  }
  int digits = 3;
  const auto text = [&](double units) { return fmt::format("{:.{}g}", units, digits); };
  while (text(candidates.budget()) == text(lowest)) ++digits;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("a budget of {} units is too small to try anything: the cheapest needs "
                          "{}, and for all to enter {} are needed",
                          text(candidates.budget()), text(lowest), text(for_all)));
}

/// The entry phase. It leaves enough of the budget for one candidate on the search rung.
void score_first_candidates(Candidates& candidates) {
  double lowest = std::numeric_limits<double>::infinity();  // cost of a candidate in the search
  bool is_first = true;
  for (const std::size_t c : candidates.first_in_order()) {
    lowest = std::min(lowest, search_cost(candidates, c));
    if (candidates.spent() + candidates.cost(c, 0) + lowest > candidates.budget()) return;
    const double share = std::exchange(is_first, false) ? 1 : entry_share(candidates.candidate(c));
    if (!candidates.fits(c, 0, share)) return;
    candidates.score(c, 0);
  }
}

/// The highest rung on which the budget suffices for scoring all of `best`; at least the search
/// rung.
std::size_t highest_rung_for(const Candidates& candidates, const std::vector<std::size_t>& best) {
  std::size_t rung = last_rung;
  while (rung > search_rung &&
         candidates.spent() + candidates.cost(best, rung, 0) > candidates.budget()) {
    --rung;
  }
  return rung;
}

/// The best two of the search, then the best of each pair of projection and quantiser, then the
/// others.
std::vector<std::size_t> order_of_promotion(const Candidates& candidates) {
  std::vector<std::size_t> order = best_two(candidates);
  for (const auto& some : {candidates.best_of_pairs(search_rung), candidates.scored(search_rung)}) {
    for (const std::size_t c : some) {
      if (std::find(order.begin(), order.end(), c) == order.end()) order.push_back(c);
    }
  }
  return order;
}

/// Scores the best candidates of the search on a rung, and returns those that take part in the
/// final, best first.
std::vector<std::size_t> promote(Candidates& candidates, std::size_t rung, const Race& race) {
  const std::vector<std::size_t> order = order_of_promotion(candidates);
  const std::size_t certain = best_two(candidates).size();
  const std::size_t count = std::min(max_promoted, std::max(min_promoted, (order.size() + 1) / 2));
  std::vector<std::size_t> promoted;
  for (const std::size_t c : order) {
    const bool stays = rung == search_rung;
    const double share = promoted.size() < certain ? 1 : by_last;
    if (promoted.size() == count) {
      candidates.drop(c, fmt::format("not among the best {} of {} after training on {}", count,
                                     order.size(), rows_of(race, search_rung)));
    } else if (!stays && !candidates.fits(c, rung, share)) {
      candidates.drop(c, fmt::format("no budget left to train it on {}", rows_of(race, rung)));
    } else {
      if (!stays) candidates.score(c, rung);
      if (!candidates[c].failed) promoted.push_back(c);
    }
  }
  candidates.sort_by_mean(promoted);
  return promoted;
}

/// Drops the candidates that were scored on the first rung only.
void drop_others(Candidates& candidates, const Race& race) {
  const std::vector<std::size_t> first = candidates.scored(0);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const CandidateState& state = candidates[first[k]];
    if (state.scored.scores[search_rung] || state.failed) continue;
    candidates.drop(first[k], fmt::format("rank {} of {} after training on {}", k + 1, first.size(),
                                          rows_of(race, 0)));
  }
}

[[noreturn]] void fail_as_all(const Candidates& candidates) {
  std::string why;
  for (std::size_t c = 0; c < candidates.size() && why.empty(); ++c) {
    if (!candidates[c].failed) continue;
    why = fmt::format("'{}' {}", candidates.candidate(c).name, candidates[c].scored.dropped);
  }
  throw Error(ErrorCode::numerical, "nothing that was tried could be scored: " + why);
}

std::vector<UntriedCandidate> left_out_of(const Candidates& candidates, const Race& race) {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (!candidates[c].was_tried()) out.push_back(c);
  }
  std::sort(out.begin(), out.end(), [&](auto a, auto b) { return candidates.is_cheaper(a, b); });
  std::vector<UntriedCandidate> left_out;
  for (const std::size_t c : out) {
    const Candidate& candidate = candidates.candidate(c);
    left_out.push_back(
        {candidate.name,
         candidates[c].origin == CandidateState::none
             ? fmt::format("costs {:.3g} units to train on {}; the share of the budget "
                           "for entry went to cheaper methods",
                           candidate.work[0], rows_of(race, 0))
             : "no budget was left, or the method that it varies fell behind"});
  }
  return left_out;
}

/// Compares the second-best candidate with the choice: `loss` and `p_value` of the outcome.
void compare_choice(RaceOutcome& outcome) {
  std::vector<double> p;
  for (std::size_t k = 1; k < outcome.tried.size(); ++k) {
    if (outcome.tried[k].final_scores.empty()) break;  // candidates without final scores come last
    p.push_back(
        final_difference(outcome.tried[0], outcome.tried[k], outcome.variance_ratio).p_value);
  }
  if (p.empty()) return;
  outcome.loss = final_difference(outcome.tried[0], outcome.tried[1], outcome.variance_ratio);
  outcome.p_value = results::holm(p).front();
}

/// The value of RaceOutcome::tried.
std::vector<ScoredCandidate> tried_in_order(const Candidates& candidates, std::size_t choice) {
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (candidates[c].was_tried() && c != choice) order.push_back(c);
  }
  const auto progress = [&](std::size_t c) {
    return std::pair(candidates[c].scored.final_scores.size(), candidates[c].highest_rung());
  };
  candidates.sort_by_mean(order);
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return progress(a) > progress(b); });
  std::vector<ScoredCandidate> tried = {candidates[choice].scored};
  for (const std::size_t c : order) tried.push_back(candidates[c].scored);
  tried.front().dropped.clear();
  return tried;
}

RaceOutcome outcome_of(const Race& race) {
  Candidates candidates(race);
  check_budget(candidates);
  score_first_candidates(candidates);
  search(candidates);
  drop_others(candidates, race);
  RaceOutcome outcome;
  outcome.rung = highest_rung_for(candidates, best_two(candidates));
  outcome.variance_ratio = race.variance_ratios[outcome.rung];
  const std::vector<std::size_t> promoted = promote(candidates, outcome.rung, race);
  const FinalOutcome final = run_final(candidates, promoted, outcome.rung, outcome.variance_ratio);
  if (final.remaining.empty()) fail_as_all(candidates);
  outcome.tried = tried_in_order(candidates, final.remaining.front());
  outcome.left_out = left_out_of(candidates, race);
  outcome.scores = candidates.scores();
  outcome.spent = candidates.spent();
  outcome.ended = final.ended;
  compare_choice(outcome);
  return outcome;
}

}  // namespace

std::optional<RaceOutcome> run_race(const Race& race) {
  try {
    return outcome_of(race);
  } catch (const Candidates::Ended&) {
    return std::nullopt;
  }
}

}  // namespace hashlab::experiments
