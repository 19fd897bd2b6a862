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

// Races among entrants that are made up, for tests.

namespace hashlab::testing {

using experiments::Entrant, experiments::Heat, experiments::HeatResult, experiments::NotRaced;
using experiments::last_rung, experiments::run_race;
using experiments::Race, experiments::Raced, experiments::RaceOutcome, experiments::RowsOfRungs;

/// A score on an eighth of the rows costs an eighth of one on all.
inline Entrant entrant(const std::string& name, double work,
                       const RowsOfRungs& rows = Race().rung_rows) {
  Entrant made;
  made.name = made.group = made.kind = name;
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    made.work[rung] = work * static_cast<double>(rows[rung]) / static_cast<double>(rows[last_rung]);
  }
  return made;
}

inline Entrant of_family(const std::string& group, const std::string& kind, double work) {
  Entrant made = entrant(group + "+" + kind, work);
  made.group = group;
  made.kind = kind;
  return made;
}

/// Entrants "a", "b", ... of these costs and true scores. A score is the truth and some noise, that
/// of the split and its own, as of a metric; it is the same whenever it is asked for.
struct Synthetic {
  std::map<std::string, double> truth;
  double noise = 0.01;
  std::uint64_t seed = 1;
  std::size_t computed = 0;

  HeatResult operator()(const Heat& heat) {
    ++computed;
    const Rng split = Rng(seed).stream("split", heat.split + 100 * heat.rung);
    Rng common = split.stream("common"), own = split.stream(heat.entrant);
    return {truth.at(heat.entrant) + common.normal() * noise + own.normal() * noise / 2 -
            0.02 / static_cast<double>(heat.rung + 1)};
  }
};

struct Setting {
  Race race;
  Synthetic synthetic;

  Setting(const std::vector<double>& truths, const std::vector<double>& works, double budget) {
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const std::string name = fmt::format("{:02}", i);
      synthetic.truth[name] = truths[i];
      race.entrants.push_back(entrant(name, works[i]));
    }
    race.budget = budget;
    race.variance_ratios.fill(0.1);
    race.score = [this](const Heat& heat) { return synthetic(heat); };
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
};

/// Many of all costs and qualities.
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
      race.entrants.push_back(entrant(name, std::exp(3 * rng.normal()), rows));
    }
    // Each may bring three of its kind, of which one is better.
    race.followers = [this, rows](const std::string& name) {
      std::vector<Entrant> more;
      if (name.size() > 4) return more;
      Rng own = Rng(synthetic.seed).stream(name);
      for (const char* kind : {"x", "y", "z"}) {
        synthetic.truth[name + kind] = synthetic.truth.at(name) + own.normal() / 10;
        more.push_back(entrant(name + kind, std::exp(2 * own.normal()), rows));
      }
      return more;
    };
  }
};

/// A budget that lets the cheapest through, and more or less beyond it.
inline double enough(const Race& race, double times) {
  double least = 1e300;
  const bool is_one = race.rung_rows[0] == race.rung_rows[1];
  for (const Entrant& e : race.entrants) {
    least = std::min(least, e.work[0] + (is_one ? 0 : e.work[1]));
  }
  return 1.02 * least * times;
}

inline RaceOutcome outcome_of(const Race& race) {
  return run_race(race).value();
}

inline std::vector<std::string> names_tried(const RaceOutcome& outcome) {
  std::vector<std::string> names;
  for (const Raced& raced : outcome.tried) names.push_back(raced.entrant.name);
  return names;
}

/// All that an outcome says.
inline std::string text_of(const RaceOutcome& outcome) {
  std::string text = fmt::format("{} {}\n", outcome.spent, outcome.ended);
  for (const Raced& raced : outcome.tried) {
    text += fmt::format("{} {} {}\n", raced.entrant.name, raced.mean(), raced.dropped);
  }
  for (const NotRaced& out : outcome.left_out) text += out.name + " " + out.reason + "\n";
  for (const auto& [heat, score] : outcome.scores) text += fmt::format("{} {}\n", heat, score);
  if (outcome.loss) text += fmt::format("{} {}\n", outcome.loss->mean, outcome.p_value);
  return text;
}

}  // namespace hashlab::testing
