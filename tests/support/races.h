#pragma once

#include "experiments/choose/race.h"
#include "lib/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

// Races of made-up candidates, for tests.

namespace hashlab::testing {

using experiments::Candidate, experiments::Evaluation, experiments::EvaluationResult,
    experiments::UntriedCandidate;
using experiments::last_rung, experiments::run_race;
using experiments::Race, experiments::ScoredCandidate, experiments::RaceOutcome,
    experiments::RowsOfRungs;

/// A score on an eighth of the rows costs an eighth of one on all.
inline Candidate candidate(const std::string& name, double work,
                           const RowsOfRungs& rows = Race().rung_rows) {
  Candidate made;
  made.name = made.projection = made.quantiser = name;
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    made.work[rung] = work * static_cast<double>(rows[rung]) / static_cast<double>(rows[last_rung]);
  }
  return made;
}

inline Candidate pair_of(const std::string& projection, const std::string& quantiser, double work) {
  Candidate made = candidate(projection + "+" + quantiser, work);
  made.projection = projection;
  made.quantiser = quantiser;
  return made;
}

/// Computes the scores of candidates with the true scores `truth`. A score is the true score with
/// noise of the split and noise of the candidate, as scores by a metric have. Computed again, it is
/// the same.
struct Synthetic {
  std::map<std::string, double> truth;
  double noise = 0.01;
  std::uint64_t seed = 1;
  std::size_t computed = 0;

  EvaluationResult operator()(const Evaluation& evaluation) {
    ++computed;
    const Rng split = Rng(seed).stream("split", evaluation.split + 100 * evaluation.rung);
    Rng common = split.stream("common"), own = split.stream(evaluation.candidate);
    return {truth.at(evaluation.candidate) + common.normal() * noise + own.normal() * noise / 2 -
            0.02 / static_cast<double>(evaluation.rung + 1)};
  }
};

/// A race of the first candidates "00", "01", ... with these true scores and costs.
struct Setting {
  Race race;
  Synthetic synthetic;

  Setting(const std::vector<double>& truths, const std::vector<double>& works, double budget) {
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const std::string name = fmt::format("{:02}", i);
      synthetic.truth[name] = truths[i];
      race.first_candidates.push_back(candidate(name, works[i]));
    }
    race.budget = budget;
    race.variance_ratios.fill(0.1);
    race.evaluate = [this](const Evaluation& evaluation) { return synthetic(evaluation); };
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
};

/// A race of up to 30 first candidates with random costs and true scores. Each of them has three
/// variants, and variants have variants, too.
struct Drawn : Setting {
  Drawn(std::uint64_t seed, double budget, const RowsOfRungs& rows = Race().rung_rows)
      : Setting({}, {}, budget) {
    race.rung_rows = rows;
    Rng rng = Rng(seed).stream("drawn");
    synthetic.seed = seed;
    const std::size_t n = 1 + rng.below(30);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string name = fmt::format("{:02}", i);
      synthetic.truth[name] = rng.uniform();
      race.first_candidates.push_back(candidate(name, std::exp(3 * rng.normal()), rows));
    }
    race.variants = [this, rows](const std::string& name) {
      std::vector<Candidate> more;
      if (name.size() > 4) return more;
      Rng own = Rng(synthetic.seed).stream(name);
      for (const char* suffix : {"x", "y", "z"}) {
        synthetic.truth[name + suffix] = synthetic.truth.at(name) + own.normal() / 10;
        more.push_back(candidate(name + suffix, std::exp(2 * own.normal()), rows));
      }
      return more;
    };
  }
};

/// `times` the budget that a race of the cheapest candidate alone needs.
inline double enough(const Race& race, double times) {
  double least = 1e300;
  const bool is_one = race.rung_rows[0] == race.rung_rows[1];
  for (const Candidate& c : race.first_candidates) {
    least = std::min(least, c.work[0] + (is_one ? 0 : c.work[1]));
  }
  return 1.02 * least * times;
}

inline RaceOutcome outcome_of(const Race& race) {
  return run_race(race).value();
}

inline std::vector<std::string> names_tried(const RaceOutcome& outcome) {
  std::vector<std::string> names;
  for (const ScoredCandidate& tried : outcome.tried) names.push_back(tried.candidate.name);
  return names;
}

/// The whole outcome as text.
inline std::string text_of(const RaceOutcome& outcome) {
  std::string text = fmt::format("{} {}\n", outcome.spent, outcome.ended);
  for (const ScoredCandidate& tried : outcome.tried) {
    text += fmt::format("{} {} {}\n", tried.candidate.name, tried.mean(), tried.dropped);
  }
  for (const UntriedCandidate& out : outcome.left_out) text += out.name + " " + out.reason + "\n";
  for (const auto& [key, score] : outcome.scores) text += fmt::format("{} {}\n", key, score);
  if (outcome.loss) text += fmt::format("{} {}\n", outcome.loss->mean, outcome.p_value);
  return text;
}

}  // namespace hashlab::testing
