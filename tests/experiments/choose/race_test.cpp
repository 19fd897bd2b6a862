#include "experiments/choose/race.h"
#include "tests/support/races.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::race_test {

using namespace experiments;
using namespace testing;

TEST_CASE("race: a clear winner is chosen within the budget") {
  Setting s({0.1, 0.2, 0.5, 0.3, 0.25}, {1, 1, 2, 2, 1}, 100);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "02");
  CHECK(outcome.choice().dropped.empty());
  CHECK(outcome.ended == "one is clearly best");
  CHECK(outcome.spent <= 100);
  REQUIRE(outcome.loss.has_value());
  CHECK(outcome.loss->mean == doctest::Approx(0.2).epsilon(0.1));
  CHECK(outcome.loss->low > 0);
  CHECK(outcome.p_value < 0.05);
  CHECK(outcome.choice().mean() == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE("race: what cannot be told apart is not called clear, and all splits are used") {
  Setting s({0.5, 0.5, 0.5}, {1, 1, 1}, 1000);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.ended == fmt::format("all {} splits are used", most_final_splits));
  CHECK(outcome.p_value >= 0.05);
  CHECK(outcome.loss->low <= 0);
  CHECK(outcome.choice().final_scores.size() == most_final_splits);
}

TEST_CASE("race: of those that score the same on all splits the cheapest is chosen") {
  Setting s({0.5, 0.5, 0.5}, {3, 1, 2}, 1000);
  s.race.score = [](const Heat&) { return HeatResult{0.5}; };
  CHECK(outcome_of(s.race).choice().entrant.name == "01");
  CHECK(outcome_of(s.race).p_value == 1);
}

TEST_CASE("race: those whose first score does not fit what entry may spend are left out") {
  Setting s({0.1, 0.2, 0.9}, {1, 1, 1000}, 300);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "01");
  REQUIRE(outcome.left_out.size() == 1);
  CHECK(outcome.left_out[0].name == "02");
  CHECK(outcome.left_out[0].reason ==
        "costs 125 units to train on 125 rows; the share of the budget for entry went to cheaper "
        "methods");
  s.race.budget = 1500;
  CHECK(outcome_of(s.race).choice().entrant.name == "02");
  CHECK(outcome_of(s.race).left_out.empty());
}

TEST_CASE("race: a budget too small for anything is refused, and what it takes is said") {
  Setting s({0.1, 0.2}, {8, 16}, 3.9);
  CHECK(error_of([&] { run_race(s.race); }) ==
        "a budget of 3.9 units is too small to try anything: the cheapest needs 4, and for all "
        "to enter 8.82 are needed");
  s.race.budget = 3.9999;
  CHECK(error_of([&] { run_race(s.race); }) ==
        Contains("a budget of 3.9999 units is too small to try anything: the cheapest needs 4,"));
  s.race.budget = 4;
  CHECK(outcome_of(s.race).choice().entrant.name == "00");
  CHECK(outcome_of(s.race).spent == 4);
  s.race.budget = 8.83;
  CHECK(outcome_of(s.race).tried.size() == 2);
}

TEST_CASE("race: it ends on as many rows as the best two can still be learned from") {
  const std::vector<double> truths = {0.5, 0.4, 0.1}, works = {10, 10, 10};
  std::vector<std::size_t> rungs;
  // 3.75 for entry, 11.25 for the search, then for two 15 on three quarters, 20 on all rows.
  for (const double budget : {29.0, 31.0, 36.0}) {
    Setting s(truths, works, budget);
    const RaceOutcome outcome = outcome_of(s.race);
    CAPTURE(budget);
    CHECK(outcome.choice().entrant.name == "00");
    CHECK(outcome.choice().scores[outcome.rung].has_value());
    CHECK(outcome.choice().scores[last_rung].has_value() == (outcome.rung == last_rung));
    rungs.push_back(outcome.rung);
  }
  REQUIRE(rungs.size() == 3);
  CHECK(rungs[0] == 1);
  CHECK(rungs[1] == 2);
  CHECK(rungs[2] == 3);
}

TEST_CASE("race: rungs of the same rows are one, so that fewer rows need less budget to the end") {
  // On 200 rows three rungs are all rows: 6.4 for entry and 10 for the search are all there is.
  Setting s({0.5}, {10}, 16.4);
  s.race.rung_rows = {128, 200, 200, 200};
  s.race.entrants = {entrant("00", 10, s.race.rung_rows)};
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.rung == last_rung);
  CHECK(outcome.spent == doctest::Approx(16.4));
  CHECK(s.synthetic.computed == 2);
  const auto& scores = outcome.choice().scores;
  CHECK(scores[1] == scores[last_rung]);
  CHECK(scores[0] != scores[1]);
  // With as many rows as entry learns from a score there is all.
  s.race.rung_rows.fill(100);
  s.race.entrants = {entrant("00", 10, s.race.rung_rows)};
  s.race.budget = 10;
  CHECK(outcome_of(s.race).rung == last_rung);
  CHECK(outcome_of(s.race).spent == 10);
  s.race.budget = 9.9;
  CHECK(error_of([&] { run_race(s.race); }) == Contains("the cheapest needs 10,"));
}

TEST_CASE("race: what several have in common is charged once a rung and split") {
  Setting s({0.5, 0.4}, {10, 10}, 1000);
  const double apart = outcome_of(s.race).spent;
  for (Entrant& e : s.race.entrants) {
    e.part = "the same";
    for (std::size_t rung = 0; rung <= last_rung; ++rung) e.part_work[rung] = 0.9 * e.work[rung];
  }
  CHECK(outcome_of(s.race).spent == doctest::Approx(apart * 11 / 20));
  s.race.entrants[0].part = "another";
  CHECK(outcome_of(s.race).spent == doctest::Approx(apart));
}

TEST_CASE("race: those who come late enter after all others, and with less of the budget") {
  Setting s({0.5, 0.4, 0.9}, {8, 8, 1}, 100);
  s.race.entrants[2].is_late = true;
  CHECK(outcome_of(s.race).choice().entrant.name == "02");
  s.race.budget = 21;  // 2 for the others, .125 for the late one, of a tenth
  CHECK(outcome_of(s.race).choice().entrant.name == "00");
  REQUIRE(outcome_of(s.race).left_out.size() == 1);
  CHECK(outcome_of(s.race).left_out[0].name == "02");
}

TEST_CASE("race: with little budget few come to the final, so that a test has enough splits") {
  Setting s({0.50, 0.51, 0.52, 0.53, 0.54, 0.55}, {1, 1, 1, 1, 1, 1}, 16);
  const RaceOutcome outcome = outcome_of(s.race);
  REQUIRE(outcome.tried.size() == 6);
  CHECK(outcome.tried[0].final_scores.size() >= 5);
  CHECK(outcome.tried[1].final_scores.size() >= 5);
  REQUIRE(outcome.loss.has_value());
  CHECK(outcome.loss->n >= 5);
}

TEST_CASE("race: one alone is chosen without a test") {
  Setting s({0.1}, {1}, 100);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "00");
  CHECK(outcome.ended == "one alone came to the final");
  CHECK_FALSE(outcome.loss.has_value());
}

TEST_CASE("race: whoever is scored in the search is asked for followers, once, others are not") {
  Setting s({0.1, 0.2, 0.3, 0.4, 0.5}, {1, 1, 1, 1, 1}, 1000);
  s.synthetic.noise = 0;
  std::vector<std::string> asked;
  s.race.followers = [&](const std::string& name) {
    asked.push_back(name);
    std::vector<Entrant> more;
    if (name.size() > 2) return more;
    s.synthetic.truth[name + "+"] = s.synthetic.truth.at(name) + (name == "04" ? 0.2 : -0.05);
    Entrant next = entrant(name + "+", 1);
    next.group = name;
    more.push_back(next);
    return more;
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "04+");
  CHECK(std::set<std::string>(asked.begin(), asked.end()) ==
        std::set<std::string>{"02", "03", "04", "02+", "03+", "04+"});
  CHECK(asked.size() == 6);
}

TEST_CASE("race: a dear follower of the best is tried before cheap ones of worse groups") {
  // One kind more for each of three groups, and twenty settings for the worst of them.
  Setting s({}, {}, 60);
  s.synthetic.noise = 0;
  for (const auto& [group, truth] :
       {std::pair("a", 0.5), std::pair("b", 0.4), std::pair("c", 0.3)}) {
    s.race.entrants.push_back(of_family(group, "plain", 1));
    s.synthetic.truth[s.race.entrants.back().name] = truth;
  }
  s.race.followers = [&](const std::string& name) {
    std::vector<Entrant> more;
    if (name == "a+plain") {
      more.push_back(of_family("a", "dear", 20));
      s.synthetic.truth["a+dear"] = 0.6;
    }
    if (name == "c+plain") {
      for (int i = 0; i < 20; ++i) {
        more.push_back(of_family("c", "plain", 5));
        more.back().name += fmt::format(":{}", i);
        s.synthetic.truth[more.back().name] = 0.3;
      }
    }
    return more;
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "a+dear");
  CHECK_FALSE(outcome.left_out.empty());  // not all of the twenty
}

TEST_CASE("race: what the best two need on all rows is kept free from others, not from theirs") {
  // After entry and the first three in the search 66 of 100 are left. "a" and "b" need 43 on all
  // rows, the follower 27 in the search.
  for (const char* whose : {"a", "c"}) {
    CAPTURE(whose);
    Setting s({}, {}, 100);
    s.synthetic.noise = 0;
    s.race.entrants = {of_family("a", "plain", 40), of_family("b", "plain", 3),
                       of_family("c", "plain", 10), of_family("d", "plain", 60)};
    s.synthetic.truth = {{"a+plain", 0.5}, {"b+plain", 0.4}, {"c+plain", 0.35}, {"d+plain", 0.1}};
    s.race.followers = [&](const std::string& name) {
      std::vector<Entrant> more;
      if (!name.starts_with(whose) || name.size() > 7) return more;
      more.push_back(of_family(whose, "plain", 72));
      more.back().name += ":other";
      s.synthetic.truth[more.back().name] = 0.3;
      return more;
    };
    const RaceOutcome outcome = outcome_of(s.race);
    const std::vector<std::string> tried = names_tried(outcome);
    CHECK(outcome.choice().entrant.name == "a+plain");
    CHECK((std::find(tried.begin(), tried.end(), "a+plain:other") != tried.end()) ==
          (whose == std::string("a")));
  }
}

TEST_CASE("race: the best of another kind gets to all rows, even behind many of one kind") {
  // The dear kind is level on few rows and better on more: what it gains is seen only there.
  Setting s({}, {}, 100);
  for (const char* group : {"a", "b", "c", "d"}) {
    s.race.entrants.push_back(of_family(group, "flat", 1));
  }
  s.race.followers = [](const std::string& name) {
    std::vector<Entrant> more;
    if (name == "a+flat") more.push_back(of_family("a", "steep", 20));
    return more;
  };
  s.race.score = [](const Heat& heat) {
    const double place = 0.01 * static_cast<double>('d' - heat.entrant[0]);
    if (heat.entrant == "a+steep") return HeatResult{0.3 + 0.3 * rung_shares[heat.rung]};
    return HeatResult{0.45 + place};
  };
  CHECK(outcome_of(s.race).choice().entrant.name == "a+steep");
}

TEST_CASE("race: one that fails is dropped with its message, and if all fail the race does") {
  Setting s({0.9, 0.2, 0.3}, {1, 1, 1}, 1000);
  s.race.score = [&](const Heat& heat) {
    if (heat.entrant == "00" && heat.rung == 1) return HeatResult{0, "no decomposition"};
    return s.synthetic(heat);
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "02");
  const auto failed = std::find_if(outcome.tried.begin(), outcome.tried.end(),
                                   [](const Raced& r) { return r.entrant.name == "00"; });
  CHECK(failed->dropped == "failed: no decomposition");
  s.race.score = [](const Heat&) { return HeatResult{0, "no decomposition"}; };
  CHECK(error_of([&] { run_race(s.race); }) ==
        Contains("nothing that was tried could be scored: '00' failed: no decomposition"));
  s.race.score = [](const Heat&) { return HeatResult{std::nan("")}; };
  CHECK(error_of([&] { run_race(s.race); }) == Contains("its score is no number"));
}

}  // namespace hashlab::race_test
