// Properties of every race, checked on thousands of random costs, true scores and budgets.

#include "experiments/choose/race.h"
#include "tests/support/races.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::race_laws_test {

using namespace experiments;
using namespace testing;

TEST_CASE(
    "race: the budget is never exceeded, and the units spent are the cost of all evaluations") {
  // With few rows, some or all rungs have the same rows.
  const std::vector<RowsOfRungs> rungs = {
      Race().rung_rows, {128, 258, 258, 330}, {128, 200, 200, 200}, {100, 100, 100, 100}};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (const double times : {1.0, 1.5, 4.0, 30.0, 1000.0, 1e6}) {
      CAPTURE(seed);
      CAPTURE(times);
      const RowsOfRungs& rows = rungs[seed % rungs.size()];
      Drawn s(seed, 0, rows);
      s.race.budget = enough(s.race, times);
      double charged = 0;
      std::set<std::string> computed;
      std::map<std::string, Candidate> known;
      for (const Candidate& c : s.race.first_candidates) known[c.name] = c;
      const auto variants = s.race.variants;
      s.race.variants = [&](const std::string& name) {
        const std::vector<Candidate> more = variants(name);
        for (const Candidate& c : more) known[c.name] = c;
        return more;
      };
      s.race.evaluate = [&](const Evaluation& evaluation) {
        charged += known.at(evaluation.candidate).work.at(evaluation.rung);
        computed.insert(
            fmt::format("{} {} {}", evaluation.candidate, rows[evaluation.rung], evaluation.split));
        return s.synthetic(evaluation);
      };
      const RaceOutcome outcome = outcome_of(s.race);
      CHECK(outcome.spent <= s.race.budget);
      CHECK(outcome.spent == doctest::Approx(charged));
      CHECK(computed.size() == s.synthetic.computed);  // nothing twice
      CHECK((outcome.choice().scores[outcome.rung].has_value() || outcome.rung == 1));
    }
  }
}

TEST_CASE("race: the order of the first candidates does not matter, and two runs are equal") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Drawn a(seed, 0), b(seed, 0);
    a.race.budget = b.race.budget = enough(a.race, 300);
    std::reverse(b.race.first_candidates.begin(), b.race.first_candidates.end());
    const auto variants = b.race.variants;
    b.race.variants = [&](const std::string& name) {
      std::vector<Candidate> more = variants(name);
      std::reverse(more.begin(), more.end());
      return more;
    };
    const std::string text = text_of(outcome_of(a.race));
    CHECK(text == text_of(outcome_of(b.race)));
    CHECK(text == text_of(outcome_of(a.race)));
  }
}

TEST_CASE("race: a larger budget tries a superset of the first candidates") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::vector<std::string> before;
    std::size_t most = 0;
    for (double times = 1; times < 1e5; times *= 1.7) {
      CAPTURE(seed);
      CAPTURE(times);
      Drawn s(seed, 0);
      s.race.budget = enough(s.race, times);
      std::vector<std::string> tried = names_tried(outcome_of(s.race));
      std::erase_if(tried, [](const std::string& name) { return name.size() > 2; });  // variants
      std::sort(tried.begin(), tried.end());
      CHECK(std::includes(tried.begin(), tried.end(), before.begin(), before.end()));
      before = tried;
      most = std::max(most, tried.size());
    }
    CHECK(most > 1);
  }
}

TEST_CASE("race: ended after any score, it continues to the same outcome without losing a score") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Drawn whole(seed, 0);
    whole.race.budget = enough(whole.race, 100);
    const std::string expected = text_of(outcome_of(whole.race));
    const std::size_t evaluations = whole.synthetic.computed;
    Drawn broken(seed, whole.race.budget);
    for (std::size_t at = 0; at < evaluations; ++at) {  // ended after every single score
      std::map<std::string, double> kept;
      broken.race.after_evaluation = [&](const std::map<std::string, double>& scores, double) {
        kept = scores;
        return false;
      };
      const auto ended = run_race(broken.race);
      CHECK_FALSE(ended.has_value());
      CHECK(kept.size() == at + 1);
      broken.race.known = kept;
    }
    broken.race.after_evaluation = {};
    CHECK(text_of(outcome_of(broken.race)) == expected);
    CHECK(broken.synthetic.computed == evaluations);
  }
}

TEST_CASE(
    "race: every candidate except the choice has a text that says when and why it was dropped") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Drawn s(seed, 0);
    s.race.budget = enough(s.race, 1000);
    const RaceOutcome outcome = outcome_of(s.race);
    CHECK(outcome.choice().dropped.empty());
    for (std::size_t i = 1; i < outcome.tried.size(); ++i) {
      CAPTURE(outcome.tried[i].candidate.name);
      CHECK_FALSE(outcome.tried[i].dropped.empty());
    }
    for (const UntriedCandidate& out : outcome.left_out) CHECK_FALSE(out.reason.empty());
  }
}

TEST_CASE("race: the best of several candidates is nearly always chosen if noise is small") {
  std::size_t right = 0, clear_and_wrong = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Setting s({0.30, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.40}, {1, 1, 1, 1, 1, 1, 1, 1}, 1000);
    s.synthetic.seed = seed;
    const RaceOutcome outcome = outcome_of(s.race);
    const bool is_best = outcome.choice().candidate.name == "07";
    right += is_best ? 1 : 0;
    clear_and_wrong += !is_best && outcome.p_value < 0.05 ? 1 : 0;
  }
  CHECK(right >= 190);
  CHECK(clear_and_wrong <= 4);
}

}  // namespace hashlab::race_laws_test
