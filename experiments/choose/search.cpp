#include "experiments/choose/search.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace hashlab::experiments {
namespace {

constexpr std::size_t max_projection_rank = 3;  // projections that rank below are deferred
// The shares of the budget that may be spent by the end of each part.
constexpr double by_best_of_entry = 0.8, by_deferred = 0.5, by_search = 0.65;

/// The ranks of projections and quantisers on the search rung, from 1, the best first.
struct SearchRanks {
  std::map<std::string, std::size_t> projections, quantisers;
};

/// Scores the best candidates of the entry phase, the cheapest first, because expensive candidates
/// are mostly worth their cost only with more rows.
void score_best_of_entry(Candidates& candidates) {
  std::vector<std::size_t> best = candidates.scored(0);
  best.resize(std::min(candidates.promoted(), best.size()));
  const auto price = [&](std::size_t c) {
    return std::pair(candidates.cost(c, search_rung), candidates.candidate(c).name);
  };
  std::sort(best.begin(), best.end(), [&](auto a, auto b) { return price(a) < price(b); });
  for (const std::size_t c : best) {
    const bool is_alone = candidates.scored(search_rung).empty();
    if (candidates.fits(c, search_rung, is_alone ? 1 : by_best_of_entry)) {
      candidates.score(c, search_rung);
    }
  }
}

SearchRanks ranks_of(const Candidates& candidates, const std::vector<std::size_t>& promoted) {
  SearchRanks ranks;
  for (const std::size_t c : candidates.best_of_pairs(search_rung)) {
    ranks.projections.emplace(candidates.candidate(c).projection, ranks.projections.size() + 1);
    ranks.quantisers.emplace(candidates.candidate(c).quantiser, ranks.quantisers.size() + 1);
  }
  for (const std::size_t c : promoted) {
    ranks.projections.emplace(candidates.candidate(c).projection, ranks.projections.size() + 1);
  }
  return ranks;
}

/// The cost of scoring these candidates on the last rung. Candidates for which the budget does not
/// suffice are left out.
double reserved_for(const Candidates& candidates, const std::vector<std::size_t>& best) {
  double reserved = 0;
  for (const std::size_t c : best) {
    const double its = candidates.cost(c, last_rung);
    if (candidates.spent() + reserved + its <= candidates.budget()) reserved += its;
  }
  return reserved;
}

/// The next candidate of the search; none if no candidate fits. Of the first candidates, only those
/// in `promoted` are considered.
std::optional<std::size_t> next_to_score(const Candidates& candidates,
                                         const std::vector<std::size_t>& promoted) {
  const SearchRanks ranks = ranks_of(candidates, promoted);
  const std::vector<std::size_t> best = best_two(candidates);
  const double reserved = reserved_for(candidates, best);
  std::optional<std::size_t> next;
  std::tuple<bool, double, std::string> lowest;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const CandidateState& state = candidates[c];
    const Candidate& its = candidates.candidate(c);
    if (state.failed || state.scored.scores[search_rung]) continue;
    const bool is_variant = state.origin != CandidateState::none;
    if (!is_variant && std::find(promoted.begin(), promoted.end(), c) == promoted.end()) continue;
    const std::size_t projection_rank =
        ranks.projections.at(candidates.candidate(is_variant ? state.origin : c).projection);
    const auto known = ranks.quantisers.find(its.quantiser);
    // A quantiser without a score may be the best, so it gets the same rank as the best two.
    const std::size_t quantiser_rank =
        known == ranks.quantisers.end() ? 1 : std::max<std::size_t>(known->second, 2) - 1;
    const bool is_deferred = its.is_deferred || projection_rank > max_projection_rank;
    if (!candidates.fits(c, search_rung, is_deferred ? by_deferred : by_search)) continue;
    const double cost = candidates.cost(c, search_rung);
    const bool is_of_best = std::any_of(best.begin(), best.end(), [&](std::size_t one) {
      return candidates.candidate(one).projection == its.projection &&
             candidates.candidate(one).quantiser == its.quantiser;
    });
    if (!is_of_best && candidates.spent() + cost + reserved > candidates.budget()) continue;
    const auto rank = static_cast<double>(projection_rank * quantiser_rank);
    const std::tuple price(is_deferred, cost * rank * rank * rank, its.name);
    if (!next || price < lowest) {
      next = c;
      lowest = price;
    }
  }
  return next;
}

}  // namespace

std::vector<std::size_t> best_two(const Candidates& candidates) {
  std::vector<std::size_t> best = candidates.best_of_pairs(search_rung);
  if (best.size() < 2) return best;
  const Candidate& first = candidates.candidate(best.front());
  auto second = std::find_if(best.begin(), best.end(), [&](auto c) {
    return candidates.candidate(c).quantiser != first.quantiser;
  });
  if (second == best.end()) second = best.begin() + 1;  // then it has another projection
  return {best.front(), *second};
}

void search(Candidates& candidates) {
  score_best_of_entry(candidates);
  std::vector<std::size_t> promoted = candidates.scored(0);
  promoted.resize(
      std::min(std::max(candidates.promoted(), (promoted.size() + 2) / 3), promoted.size()));
  while (true) {
    for (const std::size_t c : candidates.best_of_pairs(search_rung)) {
      candidates.add_variants_of(c);
    }
    const std::optional<std::size_t> next = next_to_score(candidates, promoted);
    if (!next) return;
    candidates.score(*next, search_rung);
  }
}

}  // namespace hashlab::experiments
