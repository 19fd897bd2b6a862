#include "experiments/choose/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hashlab::experiments {

std::optional<std::size_t> CandidateState::highest_rung() const {
  for (std::size_t rung = rung_shares.size(); rung-- > 0;) {
    if (scored.scores[rung]) return rung;
  }
  return std::nullopt;
}

Candidates::Candidates(const Race& race) : race_(race) {
  add(race.first_candidates, CandidateState::none);
}

void Candidates::add(std::vector<Candidate> candidates, std::size_t origin) {
  for (Candidate& candidate : candidates) {
    if (!names_.insert(candidate.name).second) continue;
    CandidateState state;
    state.scored.candidate = std::move(candidate);
    state.origin = origin;
    const std::string& part = state.candidate().part;
    if (!part.empty()) state.part = parts_.emplace(part, parts_.size()).first->second;
    states_.push_back(std::move(state));
  }
}

void Candidates::add_variants_of(std::size_t c) {
  if (!race_.variants || std::exchange(states_[c].has_variants, true)) return;
  add(race_.variants(candidate(c).name), c);
}

double Candidates::cost_of(std::size_t c, std::size_t rung, std::size_t split) const {
  const CandidateState& state = states_[c];
  if (split == 0 && state.scored.scores[rung]) return 0;
  const double work = state.candidate().work[rung];
  const bool is_charged = charged_.contains({state.part, place(rung, split)});
  return is_charged ? work - state.candidate().part_work[rung] : work;
}

double Candidates::cost(const std::vector<std::size_t>& these, std::size_t rung,
                        std::size_t split) const {
  std::set<std::size_t> parts;  // whose cost is already in the sum
  double sum = 0;
  for (const std::size_t c : these) {
    const CandidateState& state = states_[c];
    if (split == 0 && state.scored.scores[rung]) continue;
    sum += state.candidate().work[rung];
    if (state.part == CandidateState::none) continue;
    const bool is_charged = charged_.contains({state.part, place(rung, split)});
    if (is_charged || !parts.insert(state.part).second) {
      sum -= state.candidate().part_work[rung];
    }
  }
  return sum;
}

bool Candidates::fits(std::size_t c, std::size_t rung, double share) const {
  const double its = cost(c, rung);
  return its == 0 || spent_ + its <= share * race_.budget;
}

std::vector<std::size_t> Candidates::first_in_order() const {
  std::vector<std::size_t> first;
  for (std::size_t c = 0; c < size(); ++c) {
    if (states_[c].origin == CandidateState::none) first.push_back(c);
  }
  const auto key = [&](std::size_t c) {
    const Candidate& its = candidate(c);
    return std::tuple(its.is_deferred, its.work[0], its.name);
  };
  std::sort(first.begin(), first.end(), [&](auto a, auto b) { return key(a) < key(b); });
  return first;
}

std::vector<std::size_t> Candidates::scored(std::size_t rung) const {
  std::vector<std::size_t> found;
  for (std::size_t c = 0; c < size(); ++c) {
    if (states_[c].scored.scores[rung]) found.push_back(c);
  }
  std::sort(found.begin(), found.end(), [&](auto a, auto b) {
    const double x = *states_[a].scored.scores[rung], y = *states_[b].scored.scores[rung];
    return x != y ? x > y : is_cheaper(a, b);
  });
  return found;
}

std::vector<std::size_t> Candidates::best_of_pairs(std::size_t rung) const {
  std::vector<std::size_t> best;
  std::set<std::pair<std::string, std::string>> seen;
  for (const std::size_t c : scored(rung)) {
    if (seen.emplace(candidate(c).projection, candidate(c).quantiser).second) best.push_back(c);
  }
  return best;
}

void Candidates::sort_by_mean(std::vector<std::size_t>& these) const {
  std::sort(these.begin(), these.end(), [&](auto a, auto b) {
    const double x = states_[a].scored.mean(), y = states_[b].scored.mean();
    return x != y ? x > y : is_cheaper(a, b);
  });
}

bool Candidates::is_cheaper(std::size_t a, std::size_t b) const {
  const Candidate &x = candidate(a), &y = candidate(b);
  return std::pair(x.work[last_rung], x.name) < std::pair(y.work[last_rung], y.name);
}

void Candidates::score(std::size_t c, std::size_t rung) {
  auto& scores = states_[c].scored.scores;
  if (scores[rung]) return;
  const std::optional<double> score = evaluate(c, rung, 0);
  for (std::size_t other = 0; other <= last_rung; ++other) {
    if (are_alike(other, rung)) scores[other] = score;
  }
}

bool Candidates::score_in_final(std::size_t c, std::size_t rung, std::size_t split) {
  const std::optional<double> score = evaluate(c, rung, split);
  if (score) states_[c].scored.final_scores.push_back(*score);
  return score.has_value();
}

std::optional<double> Candidates::evaluate(std::size_t c, std::size_t rung, std::size_t split) {
  CandidateState& state = states_[c];
  const Evaluation evaluation{state.candidate().name, rung, split};
  spent_ += cost_of(c, rung, split);
  if (state.part != CandidateState::none) charged_.insert({state.part, place(rung, split)});
  const std::string key = evaluation.text();
  if (const auto known = race_.known.find(key); known != race_.known.end()) {
    scores_[key] = known->second;
    return known->second;
  }
  const EvaluationResult result = race_.evaluate(evaluation);
  if (result.failure.empty() && std::isfinite(result.score)) {
    scores_[key] = result.score;
  } else {
    state.failed = true;
    drop(c, "failed: " + (result.failure.empty() ? "its score is no number" : result.failure));
  }
  if (race_.after_evaluation && !race_.after_evaluation(scores_, spent_)) throw Ended();
  if (state.failed) return std::nullopt;
  return result.score;
}

}  // namespace hashlab::experiments
