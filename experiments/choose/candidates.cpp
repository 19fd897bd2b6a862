#include "experiments/choose/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hashlab::experiments {

std::optional<std::size_t> Runner::highest_rung() const {
  for (std::size_t rung = rung_shares.size(); rung-- > 0;) {
    if (raced.scores[rung]) return rung;
  }
  return std::nullopt;
}

Field::Field(const Race& race) : race_(race) {
  add(race.entrants, Runner::nobody);
}

void Field::add(std::vector<Entrant> entrants, std::size_t parent) {
  for (Entrant& entrant : entrants) {
    if (!names_.insert(entrant.name).second) continue;
    Runner runner;
    runner.raced.entrant = std::move(entrant);
    runner.parent = parent;
    const std::string& part = runner.entrant().part;
    if (!part.empty()) runner.part = parts_.emplace(part, parts_.size()).first->second;
    runners_.push_back(std::move(runner));
  }
}

void Field::ask_for_followers(std::size_t who) {
  if (!race_.followers || std::exchange(runners_[who].is_followed, true)) return;
  add(race_.followers(entrant(who).name), who);
}

double Field::cost_of(std::size_t who, std::size_t rung, std::size_t split) const {
  const Runner& runner = runners_[who];
  if (split == 0 && runner.raced.scores[rung]) return 0;
  const double work = runner.entrant().work[rung];
  const bool is_charged = charged_.contains({runner.part, place(rung, split)});
  return is_charged ? work - runner.entrant().part_work[rung] : work;
}

double Field::cost(const std::vector<std::size_t>& these, std::size_t rung,
                   std::size_t split) const {
  std::set<std::size_t> parts;  // that these charge
  double sum = 0;
  for (const std::size_t who : these) {
    const Runner& runner = runners_[who];
    if (split == 0 && runner.raced.scores[rung]) continue;
    sum += runner.entrant().work[rung];
    if (runner.part == Runner::nobody) continue;
    const bool is_charged = charged_.contains({runner.part, place(rung, split)});
    if (is_charged || !parts.insert(runner.part).second) {
      sum -= runner.entrant().part_work[rung];
    }
  }
  return sum;
}

bool Field::fits(std::size_t who, std::size_t rung, double share) const {
  const double its = cost(who, rung);
  return its == 0 || spent_ + its <= share * race_.budget;
}

std::vector<std::size_t> Field::first_in_order() const {
  std::vector<std::size_t> first;
  for (std::size_t who = 0; who < size(); ++who) {
    if (runners_[who].parent == Runner::nobody) first.push_back(who);
  }
  const auto place = [&](std::size_t who) {
    const Entrant& its = entrant(who);
    return std::tuple(its.is_late, its.work[0], its.name);
  };
  std::sort(first.begin(), first.end(), [&](auto a, auto b) { return place(a) < place(b); });
  return first;
}

std::vector<std::size_t> Field::scored(std::size_t rung) const {
  std::vector<std::size_t> found;
  for (std::size_t who = 0; who < size(); ++who) {
    if (runners_[who].raced.scores[rung]) found.push_back(who);
  }
  std::sort(found.begin(), found.end(), [&](auto a, auto b) {
    const double x = *runners_[a].raced.scores[rung], y = *runners_[b].raced.scores[rung];
    return x != y ? x > y : is_cheaper(a, b);
  });
  return found;
}

std::vector<std::size_t> Field::best_of_families(std::size_t rung) const {
  std::vector<std::size_t> best;
  std::set<std::pair<std::string, std::string>> seen;
  for (const std::size_t who : scored(rung)) {
    if (seen.emplace(entrant(who).group, entrant(who).kind).second) best.push_back(who);
  }
  return best;
}

void Field::sort_by_mean(std::vector<std::size_t>& who) const {
  std::sort(who.begin(), who.end(), [&](auto a, auto b) {
    const double x = runners_[a].raced.mean(), y = runners_[b].raced.mean();
    return x != y ? x > y : is_cheaper(a, b);
  });
}

bool Field::is_cheaper(std::size_t a, std::size_t b) const {
  const Entrant &x = entrant(a), &y = entrant(b);
  return std::pair(x.work[last_rung], x.name) < std::pair(y.work[last_rung], y.name);
}

void Field::score(std::size_t who, std::size_t rung) {
  auto& scores = runners_[who].raced.scores;
  if (scores[rung]) return;
  const std::optional<double> score = heat(who, rung, 0);
  for (std::size_t other = 0; other <= last_rung; ++other) {
    if (are_alike(other, rung)) scores[other] = score;
  }
}

bool Field::score_in_final(std::size_t who, std::size_t rung, std::size_t split) {
  const std::optional<double> score = heat(who, rung, split);
  if (score) runners_[who].raced.final_scores.push_back(*score);
  return score.has_value();
}

std::optional<double> Field::heat(std::size_t who, std::size_t rung, std::size_t split) {
  Runner& runner = runners_[who];
  const Heat heat{runner.entrant().name, rung, split};
  spent_ += cost_of(who, rung, split);
  if (runner.part != Runner::nobody) charged_.insert({runner.part, place(rung, split)});
  const std::string key = heat.text();
  if (const auto known = race_.known.find(key); known != race_.known.end()) {
    scores_[key] = known->second;
    return known->second;
  }
  const HeatResult result = race_.score(heat);
  if (result.failure.empty() && std::isfinite(result.score)) {
    scores_[key] = result.score;
  } else {
    runner.failed = true;
    drop(who, "failed: " + (result.failure.empty() ? "its score is no number" : result.failure));
  }
  if (race_.after_score && !race_.after_score(scores_, spent_)) throw Ended();
  if (runner.failed) return std::nullopt;
  return result.score;
}

}  // namespace hashlab::experiments
