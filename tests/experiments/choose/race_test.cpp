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

TEST_CASE("race: a clearly best candidate is chosen within the budget") {
  Setting s({0.1, 0.2, 0.5, 0.3, 0.25}, {1, 1, 2, 2, 1}, 100);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "02");
  CHECK(outcome.choice().dropped.empty());
  CHECK(outcome.ended == "one is clearly best");
  CHECK(outcome.spent <= 100);
  REQUIRE(outcome.loss.has_value());
  CHECK(outcome.loss->mean == doctest::Approx(0.2).epsilon(0.1));
  CHECK(outcome.loss->low > 0);
  CHECK(outcome.p_value < 0.05);
  CHECK(outcome.choice().mean() == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE("race: equally good candidates are not called clearly best, and all splits are used") {
  Setting s({0.5, 0.5, 0.5}, {1, 1, 1}, 1000);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.ended == fmt::format("all {} splits are used", max_final_splits));
  CHECK(outcome.p_value >= 0.05);
  CHECK(outcome.loss->low <= 0);
  CHECK(outcome.choice().final_scores.size() == max_final_splits);
}

TEST_CASE("race: of candidates with the same score on all splits, the cheapest is chosen") {
  Setting s({0.5, 0.5, 0.5}, {3, 1, 2}, 1000);
  s.race.evaluate = [](const Evaluation&) { return EvaluationResult{0.5}; };
  CHECK(outcome_of(s.race).choice().candidate.name == "01");
  CHECK(outcome_of(s.race).p_value == 1);
}

TEST_CASE("race: candidates whose first score exceeds the share of entry are left out") {
  Setting s({0.1, 0.2, 0.9}, {1, 1, 1000}, 300);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "01");
  REQUIRE(outcome.left_out.size() == 1);
  CHECK(outcome.left_out[0].name == "02");
  CHECK(outcome.left_out[0].reason ==
        "costs 125 units to train on 125 rows; the share of the budget for entry went to cheaper "
        "methods");
  s.race.budget = 1500;
  CHECK(outcome_of(s.race).choice().candidate.name == "02");
  CHECK(outcome_of(s.race).left_out.empty());
}

TEST_CASE(
    "race: a budget too small for any candidate is refused, and the message has the one needed") {
  Setting s({0.1, 0.2}, {8, 16}, 3.9);
  CHECK(error_of([&] { run_race(s.race); }) ==
        "a budget of 3.9 units is too small to try anything: the cheapest needs 4, and for all "
        "to enter 8.82 are needed");
  s.race.budget = 3.9999;
  CHECK(error_of([&] { run_race(s.race); }) ==
        Contains("a budget of 3.9999 units is too small to try anything: the cheapest needs 4,"));
  s.race.budget = 4;
  CHECK(outcome_of(s.race).choice().candidate.name == "00");
  CHECK(outcome_of(s.race).spent == 4);
  s.race.budget = 8.83;
  CHECK(outcome_of(s.race).tried.size() == 2);
}

TEST_CASE("race: the final is on the highest rung on which the best two can still be trained") {
  const std::vector<double> truths = {0.5, 0.4, 0.1}, works = {10, 10, 10};
  std::vector<std::size_t> rungs;
  // 3.75 for entry, 11.25 for the search, then for two 15 on three quarters, 20 on all rows.
  for (const double budget : {29.0, 31.0, 36.0}) {
    Setting s(truths, works, budget);
    const RaceOutcome outcome = outcome_of(s.race);
    CAPTURE(budget);
    CHECK(outcome.choice().candidate.name == "00");
    CHECK(outcome.choice().scores[outcome.rung].has_value());
    CHECK(outcome.choice().scores[last_rung].has_value() == (outcome.rung == last_rung));
    rungs.push_back(outcome.rung);
  }
  REQUIRE(rungs.size() == 3);
  CHECK(rungs[0] == 1);
  CHECK(rungs[1] == 2);
  CHECK(rungs[2] == 3);
}

TEST_CASE("race: rungs of the same rows are one, so with fewer rows a race needs less budget") {
  // With 200 rows, three rungs have all rows: entry costs 6.4 and the search 10, nothing else.
  Setting s({0.5}, {10}, 16.4);
  s.race.rung_rows = {128, 200, 200, 200};
  s.race.first_candidates = {candidate("00", 10, s.race.rung_rows)};
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.rung == last_rung);
  CHECK(outcome.spent == doctest::Approx(16.4));
  CHECK(s.synthetic.computed == 2);
  const auto& scores = outcome.choice().scores;
  CHECK(scores[1] == scores[last_rung]);
  CHECK(scores[0] != scores[1]);
  // If the first rung has all rows, one score is enough.
  s.race.rung_rows.fill(100);
  s.race.first_candidates = {candidate("00", 10, s.race.rung_rows)};
  s.race.budget = 10;
  CHECK(outcome_of(s.race).rung == last_rung);
  CHECK(outcome_of(s.race).spent == 10);
  s.race.budget = 9.9;
  CHECK(error_of([&] { run_race(s.race); }) == Contains("the cheapest needs 10,"));
}

TEST_CASE("race: a part that several candidates share is charged once on each rung and split") {
  Setting s({0.5, 0.4}, {10, 10}, 1000);
  const double apart = outcome_of(s.race).spent;
  for (Candidate& c : s.race.first_candidates) {
    c.part = "the same";
    for (std::size_t rung = 0; rung <= last_rung; ++rung) c.part_work[rung] = 0.9 * c.work[rung];
  }
  CHECK(outcome_of(s.race).spent == doctest::Approx(apart * 11 / 20));
  s.race.first_candidates[0].part = "another";
  CHECK(outcome_of(s.race).spent == doctest::Approx(apart));
}

TEST_CASE("race: the search begins with as many first candidates as the race says") {
  // The last of six is misjudged on the first rung.
  Setting s({0.5, 0.4, 0.3, 0.2, 0.1, 0.9}, {1, 1, 1, 1, 1, 1}, 100);
  const auto judged = s.race.evaluate;
  s.race.evaluate = [&](const Evaluation& evaluation) {
    if (evaluation.candidate == "05" && evaluation.rung == 0) return EvaluationResult{0.0};
    return judged(evaluation);
  };
  CHECK(outcome_of(s.race).choice().candidate.name == "00");
  s.race.promoted = 6;
  CHECK(outcome_of(s.race).choice().candidate.name == "05");
}

TEST_CASE("race: deferred candidates are scored after all others, with less of the budget") {
  Setting s({0.5, 0.4, 0.9}, {8, 8, 1}, 100);
  s.race.first_candidates[2].is_deferred = true;
  CHECK(outcome_of(s.race).choice().candidate.name == "02");
  s.race.budget = 21;  // 2 for the others, 0.125 for the deferred one, of a tenth
  CHECK(outcome_of(s.race).choice().candidate.name == "00");
  REQUIRE(outcome_of(s.race).left_out.size() == 1);
  CHECK(outcome_of(s.race).left_out[0].name == "02");
}

TEST_CASE(
    "race: with a small budget the final has few candidates, so that a test has enough splits") {
  Setting s({0.50, 0.51, 0.52, 0.53, 0.54, 0.55}, {1, 1, 1, 1, 1, 1}, 16);
  const RaceOutcome outcome = outcome_of(s.race);
  REQUIRE(outcome.tried.size() == 6);
  CHECK(outcome.tried[0].final_scores.size() >= 5);
  CHECK(outcome.tried[1].final_scores.size() >= 5);
  REQUIRE(outcome.loss.has_value());
  CHECK(outcome.loss->n >= 5);
}

TEST_CASE("race: a single candidate is chosen without a test") {
  Setting s({0.1}, {1}, 100);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "00");
  CHECK(outcome.ended == "one alone came to the final");
  CHECK_FALSE(outcome.loss.has_value());
}

TEST_CASE("race: the variants of candidates scored in the search are added once, others are not") {
  Setting s({0.1, 0.2, 0.3, 0.4, 0.5}, {1, 1, 1, 1, 1}, 1000);
  s.synthetic.noise = 0;
  std::vector<std::string> asked;
  s.race.variants = [&](const std::string& name) {
    asked.push_back(name);
    std::vector<Candidate> more;
    if (name.size() > 2) return more;
    s.synthetic.truth[name + "+"] = s.synthetic.truth.at(name) + (name == "04" ? 0.2 : -0.05);
    Candidate next = candidate(name + "+", 1);
    next.projection = name;
    more.push_back(next);
    return more;
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "04+");
  CHECK(std::set<std::string>(asked.begin(), asked.end()) ==
        std::set<std::string>{"02", "03", "04", "02+", "03+", "04+"});
  CHECK(asked.size() == 6);
}

TEST_CASE(
    "race: an expensive variant of the best is tried before cheap ones of worse projections") {
  // Another quantiser for the best of three projections, and twenty settings for the worst.
  Setting s({}, {}, 60);
  s.synthetic.noise = 0;
  for (const auto& [projection, truth] :
       {std::pair("a", 0.5), std::pair("b", 0.4), std::pair("c", 0.3)}) {
    s.race.first_candidates.push_back(pair_of(projection, "plain", 1));
    s.synthetic.truth[s.race.first_candidates.back().name] = truth;
  }
  s.race.variants = [&](const std::string& name) {
    std::vector<Candidate> more;
    if (name == "a+plain") {
      more.push_back(pair_of("a", "costly", 20));
      s.synthetic.truth["a+costly"] = 0.6;
    }
    if (name == "c+plain") {
      for (int i = 0; i < 20; ++i) {
        more.push_back(pair_of("c", "plain", 5));
        more.back().name += fmt::format(":{}", i);
        s.synthetic.truth[more.back().name] = 0.3;
      }
    }
    return more;
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "a+costly");
  CHECK_FALSE(outcome.left_out.empty());  // not all of the twenty
}

TEST_CASE("race: the cost of the best two on all rows is reserved, except for their own variants") {
  // After entry and the first three candidates of the search 66 of 100 are left. "a" and "b" need
  // 43 on all rows, and the variant 27 in the search.
  for (const char* whose : {"a", "c"}) {
    CAPTURE(whose);
    Setting s({}, {}, 100);
    s.synthetic.noise = 0;
    s.race.first_candidates = {pair_of("a", "plain", 40), pair_of("b", "plain", 3),
                               pair_of("c", "plain", 10), pair_of("d", "plain", 60)};
    s.synthetic.truth = {{"a+plain", 0.5}, {"b+plain", 0.4}, {"c+plain", 0.35}, {"d+plain", 0.1}};
    s.race.variants = [&](const std::string& name) {
      std::vector<Candidate> more;
      if (!name.starts_with(whose) || name.size() > 7) return more;
      more.push_back(pair_of(whose, "plain", 72));
      more.back().name += ":other";
      s.synthetic.truth[more.back().name] = 0.3;
      return more;
    };
    const RaceOutcome outcome = outcome_of(s.race);
    const std::vector<std::string> tried = names_tried(outcome);
    CHECK(outcome.choice().candidate.name == "a+plain");
    CHECK((std::find(tried.begin(), tried.end(), "a+plain:other") != tried.end()) ==
          (whose == std::string("a")));
  }
}

TEST_CASE(
    "race: the best with another quantiser gets all rows, even behind many with one quantiser") {
  // The expensive quantiser is level on few rows and better only on more.
  Setting s({}, {}, 100);
  for (const char* projection : {"a", "b", "c", "d"}) {
    s.race.first_candidates.push_back(pair_of(projection, "flat", 1));
  }
  s.race.variants = [](const std::string& name) {
    std::vector<Candidate> more;
    if (name == "a+flat") more.push_back(pair_of("a", "steep", 20));
    return more;
  };
  s.race.evaluate = [](const Evaluation& evaluation) {
    const double gain = 0.01 * static_cast<double>('d' - evaluation.candidate[0]);
    if (evaluation.candidate == "a+steep")
      return EvaluationResult{0.3 + 0.3 * rung_shares[evaluation.rung]};
    return EvaluationResult{0.45 + gain};
  };
  CHECK(outcome_of(s.race).choice().candidate.name == "a+steep");
}

TEST_CASE(
    "race: a candidate that fails is dropped with its message, and if all fail the race does") {
  Setting s({0.9, 0.2, 0.3}, {1, 1, 1}, 1000);
  s.race.evaluate = [&](const Evaluation& evaluation) {
    if (evaluation.candidate == "00" && evaluation.rung == 1)
      return EvaluationResult{0, "no decomposition"};
    return s.synthetic(evaluation);
  };
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().candidate.name == "02");
  const auto failed =
      std::find_if(outcome.tried.begin(), outcome.tried.end(),
                   [](const ScoredCandidate& c) { return c.candidate.name == "00"; });
  CHECK(failed->dropped == "failed: no decomposition");
  s.race.evaluate = [](const Evaluation&) { return EvaluationResult{0, "no decomposition"}; };
  CHECK(error_of([&] { run_race(s.race); }) ==
        Contains("nothing that was tried could be scored: '00' failed: no decomposition"));
  s.race.evaluate = [](const Evaluation&) { return EvaluationResult{std::nan("")}; };
  CHECK(error_of([&] { run_race(s.race); }) == Contains("its score is no number"));
}

}  // namespace hashlab::race_test
