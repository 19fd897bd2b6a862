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

// Shares of the budget that may be spent by the end of a part.
constexpr double by_entry = 0.34, by_late_entry = 0.1, by_last = 0.9;
constexpr std::size_t fewest_promoted = 3, most_finalists = 6;

double entry_share(const Entrant& entrant) {
  return entrant.is_late ? by_late_entry : by_entry;
}

std::string rows_of(const Race& race, std::size_t rung) {
  return fmt::format("{} rows", race.rung_rows[rung]);
}

/// What is still to be done in the search for one that was scored in entry.
double search_cost(const Field& field, std::size_t who) {
  return field.are_alike(0, search_rung) ? 0 : field.cost(who, search_rung);
}

void check_budget(const Field& field) {
  if (field.size() == 0) {
    throw Error(ErrorCode::invalid_argument, "there is nothing to choose from");
  }
  const std::vector<std::size_t> first = field.first_in_order();
  const double least = field.cost(first.front(), 0) + search_cost(field, first.front());
  if (field.budget() >= least) return;
  double for_all = least;
  std::vector<std::size_t> entered;
  for (const std::size_t who : first) {
    entered.push_back(who);
    for_all = std::max(for_all, field.cost(entered, 0, 0) / entry_share(field.entrant(who)));
  }
  int digits = 3;
  const auto text = [&](double units) { return fmt::format("{:.{}g}", units, digits); };
  while (text(field.budget()) == text(least)) ++digits;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("a budget of {} units is too small to try anything: the cheapest needs "
                          "{}, and for all to enter {} are needed",
                          text(field.budget()), text(least), text(for_all)));
}

void enter(Field& field) {
  double least = std::numeric_limits<double>::infinity();  // that one in the search costs
  bool is_alone = true;
  for (const std::size_t who : field.first_in_order()) {
    least = std::min(least, search_cost(field, who));
    if (field.spent() + field.cost(who, 0) + least > field.budget()) return;
    const double share = std::exchange(is_alone, false) ? 1 : entry_share(field.entrant(who));
    if (!field.fits(who, 0, share)) return;
    field.score(who, 0);
  }
}

/// The last rung on which these two can still be scored, or the search's.
std::size_t highest_rung_for(const Field& field, const std::vector<std::size_t>& best) {
  std::size_t rung = last_rung;
  while (rung > search_rung && field.spent() + field.cost(best, rung, 0) > field.budget()) --rung;
  return rung;
}

/// The best two of the search, then the best of each family, then others.
std::vector<std::size_t> order_of_promotion(const Field& field) {
  std::vector<std::size_t> order = best_two(field);
  for (const auto& some : {field.best_of_families(search_rung), field.scored(search_rung)}) {
    for (const std::size_t who : some) {
      if (std::find(order.begin(), order.end(), who) == order.end()) order.push_back(who);
    }
  }
  return order;
}

/// Scores the best of the search on a rung; those that are in the final, the best first.
std::vector<std::size_t> promote(Field& field, std::size_t rung, const Race& race) {
  const std::vector<std::size_t> order = order_of_promotion(field);
  const std::size_t certain = best_two(field).size();
  const std::size_t places =
      std::min(most_finalists, std::max(fewest_promoted, (order.size() + 1) / 2));
  std::vector<std::size_t> promoted;
  for (const std::size_t who : order) {
    const bool stays = rung == search_rung;
    const double share = promoted.size() < certain ? 1 : by_last;
    if (promoted.size() == places) {
      field.drop(who, fmt::format("not among the best {} of {} after training on {}", places,
                                  order.size(), rows_of(race, search_rung)));
    } else if (!stays && !field.fits(who, rung, share)) {
      field.drop(who, fmt::format("no budget left to train it on {}", rows_of(race, rung)));
    } else {
      if (!stays) field.score(who, rung);
      if (!field[who].failed) promoted.push_back(who);
    }
  }
  field.sort_by_mean(promoted);
  return promoted;
}

/// Says of those that were scored on the first rung alone where they were dropped.
void drop_others(Field& field, const Race& race) {
  const std::vector<std::size_t> first = field.scored(0);
  for (std::size_t place = 0; place < first.size(); ++place) {
    const Runner& runner = field[first[place]];
    if (runner.raced.scores[search_rung] || runner.failed) continue;
    field.drop(first[place], fmt::format("rank {} of {} after training on {}", place + 1,
                                         first.size(), rows_of(race, 0)));
  }
}

[[noreturn]] void fail_as_all(const Field& field) {
  std::string why;
  for (std::size_t who = 0; who < field.size() && why.empty(); ++who) {
    if (!field[who].failed) continue;
    why = fmt::format("'{}' {}", field.entrant(who).name, field[who].raced.dropped);
  }
  throw Error(ErrorCode::numerical, "nothing that was tried could be scored: " + why);
}

std::vector<NotRaced> left_out_of(const Field& field, const Race& race) {
  std::vector<std::size_t> out;
  for (std::size_t who = 0; who < field.size(); ++who) {
    if (!field[who].has_entered()) out.push_back(who);
  }
  std::sort(out.begin(), out.end(), [&](auto a, auto b) { return field.is_cheaper(a, b); });
  std::vector<NotRaced> left_out;
  for (const std::size_t who : out) {
    const Entrant& entrant = field.entrant(who);
    left_out.push_back(
        {entrant.name,
         field[who].parent == Runner::nobody
             ? fmt::format("costs {:.3g} units to train on {}; the share of the budget "
                           "for entry went to cheaper methods",
                           entrant.work[0], rows_of(race, 0))
             : "no budget was left, or the method that it varies fell behind"});
  }
  return left_out;
}

/// What the next best loses against the choice, and how sure that is.
void compare_choice(RaceOutcome& outcome) {
  std::vector<double> p;
  for (std::size_t k = 1; k < outcome.tried.size(); ++k) {
    if (outcome.tried[k].final_scores.empty()) break;  // so have all that follow
    p.push_back(final_lead(outcome.tried[0], outcome.tried[k], outcome.variance_ratio).p_value);
  }
  if (p.empty()) return;
  outcome.loss = final_lead(outcome.tried[0], outcome.tried[1], outcome.variance_ratio);
  outcome.p_value = results::holm(p).front();
}

/// The choice, then all others by how far they came, and how well they did.
std::vector<Raced> tried_in_order(const Field& field, std::size_t choice) {
  std::vector<std::size_t> order;
  for (std::size_t who = 0; who < field.size(); ++who) {
    if (field[who].has_entered() && who != choice) order.push_back(who);
  }
  const auto far = [&](std::size_t who) {
    return std::pair(field[who].raced.final_scores.size(), field[who].highest_rung());
  };
  field.sort_by_mean(order);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return far(a) > far(b); });
  std::vector<Raced> tried = {field[choice].raced};
  for (const std::size_t who : order) tried.push_back(field[who].raced);
  tried.front().dropped.clear();
  return tried;
}

RaceOutcome raced(const Race& race) {
  Field field(race);
  check_budget(field);
  enter(field);
  search(field);
  drop_others(field, race);
  RaceOutcome outcome;
  outcome.rung = highest_rung_for(field, best_two(field));
  outcome.variance_ratio = race.variance_ratios[outcome.rung];
  const std::vector<std::size_t> on = promote(field, outcome.rung, race);
  const FinalOutcome final = hold_final(field, on, outcome.rung, outcome.variance_ratio);
  if (final.left.empty()) fail_as_all(field);
  outcome.tried = tried_in_order(field, final.left.front());
  outcome.left_out = left_out_of(field, race);
  outcome.scores = field.scores();
  outcome.spent = field.spent();
  outcome.ended = final.ended;
  compare_choice(outcome);
  return outcome;
}

}  // namespace

std::optional<RaceOutcome> run_race(const Race& race) {
  try {
    return raced(race);
  } catch (const Field::Ended&) {
    return std::nullopt;
  }
}

}  // namespace hashlab::experiments
