#include "experiments/choose/search.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace hashlab::experiments {
namespace {

constexpr std::size_t fewest = 3;       // of entry, that go on if they fit
constexpr std::size_t most_groups = 3;  // that are followed as long as the search may last
// Shares of the budget that may be spent by the end of a part.
constexpr double by_best_of_entry = 0.8, by_late = 0.5, by_search = 0.65;

/// From 1, the best first.
struct PlacesOfRunners {
  std::map<std::string, std::size_t> of_groups, of_kinds;
};

/// The best of entry, the cheapest first: what is dear is mostly worth it on more rows.
void score_best_of_entry(Field& field) {
  std::vector<std::size_t> best = field.scored(0);
  best.resize(std::min(fewest, best.size()));
  const auto price = [&](std::size_t who) {
    return std::pair(field.cost(who, search_rung), field.entrant(who).name);
  };
  std::sort(best.begin(), best.end(), [&](auto a, auto b) { return price(a) < price(b); });
  for (const std::size_t who : best) {
    const bool is_alone = field.scored(search_rung).empty();
    if (field.fits(who, search_rung, is_alone ? 1 : by_best_of_entry)) {
      field.score(who, search_rung);
    }
  }
}

PlacesOfRunners ranks_of(const Field& field, const std::vector<std::size_t>& good) {
  PlacesOfRunners ranks;
  for (const std::size_t who : field.best_of_families(search_rung)) {
    ranks.of_groups.emplace(field.entrant(who).group, ranks.of_groups.size() + 1);
    ranks.of_kinds.emplace(field.entrant(who).kind, ranks.of_kinds.size() + 1);
  }
  for (const std::size_t who : good) {
    ranks.of_groups.emplace(field.entrant(who).group, ranks.of_groups.size() + 1);
  }
  return ranks;
}

/// What it takes these, or at least the first of them, to be scored on all rows, if it fits.
double kept_free(const Field& field, const std::vector<std::size_t>& best) {
  double kept = 0;
  for (const std::size_t who : best) {
    const double its = field.cost(who, last_rung);
    if (field.spent() + kept + its <= field.budget()) kept += its;
  }
  return kept;
}

/// Nothing if none of those who may be scored fits. `good` are those of entry who may.
std::optional<std::size_t> next_to_score(const Field& field, const std::vector<std::size_t>& good) {
  const PlacesOfRunners ranks = ranks_of(field, good);
  const std::vector<std::size_t> best = best_two(field);
  const double kept = kept_free(field, best);
  std::optional<std::size_t> next;
  std::tuple<bool, double, std::string> least;
  for (std::size_t who = 0; who < field.size(); ++who) {
    const Runner& runner = field[who];
    const Entrant& its = field.entrant(who);
    if (runner.failed || runner.raced.scores[search_rung]) continue;
    const bool follows = runner.parent != Runner::nobody;
    if (!follows && std::find(good.begin(), good.end(), who) == good.end()) continue;
    const std::size_t of_group =
        ranks.of_groups.at(field.entrant(follows ? runner.parent : who).group);
    const auto known = ranks.of_kinds.find(its.kind);
    // A kind that is new may be the best; the best two are followed alike.
    const std::size_t of_kind =
        known == ranks.of_kinds.end() ? 1 : std::max<std::size_t>(known->second, 2) - 1;
    const bool is_late = its.is_late || of_group > most_groups;
    if (!field.fits(who, search_rung, is_late ? by_late : by_search)) continue;
    const double cost = field.cost(who, search_rung);
    const bool is_of_best = std::any_of(best.begin(), best.end(), [&](std::size_t one) {
      return field.entrant(one).group == its.group && field.entrant(one).kind == its.kind;
    });
    if (!is_of_best && field.spent() + cost + kept > field.budget()) continue;
    const auto rank = static_cast<double>(of_group * of_kind);
    const std::tuple price(is_late, cost * rank * rank * rank, its.name);
    if (!next || price < least) {
      next = who;
      least = price;
    }
  }
  return next;
}

}  // namespace

std::vector<std::size_t> best_two(const Field& field) {
  std::vector<std::size_t> best = field.best_of_families(search_rung);
  if (best.size() < 2) return best;
  const Entrant& first = field.entrant(best.front());
  auto second = std::find_if(best.begin(), best.end(),
                             [&](auto who) { return field.entrant(who).kind != first.kind; });
  if (second == best.end()) second = best.begin() + 1;  // of another group, as kinds are one
  return {best.front(), *second};
}

void search(Field& field) {
  score_best_of_entry(field);
  std::vector<std::size_t> good = field.scored(0);
  good.resize(std::min(std::max(fewest, (good.size() + 2) / 3), good.size()));
  while (true) {
    for (const std::size_t who : field.best_of_families(search_rung)) field.ask_for_followers(who);
    const std::optional<std::size_t> next = next_to_score(field, good);
    if (!next) return;
    field.score(*next, search_rung);
  }
}

}  // namespace hashlab::experiments
