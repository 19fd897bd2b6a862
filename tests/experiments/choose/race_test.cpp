#include "experiments/choose/race.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace hashlab::race_test {

using namespace experiments;
using namespace testing;

namespace {

/// A score on an eighth of the rows costs an eighth of one on all.
Entrant entrant(const std::string& name, double work, const RowsOfRungs& rows = Race().rung_rows) {
  Entrant made;
  made.name = made.group = made.kind = name;
  for (std::size_t rung = 0; rung <= last_rung; ++rung) {
    made.work[rung] = work * static_cast<double>(rows[rung]) / static_cast<double>(rows[last_rung]);
  }
  return made;
}

Entrant of_family(const std::string& group, const std::string& kind, double work) {
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
  explicit Drawn(std::uint64_t seed, double budget, const RowsOfRungs& rows = Race().rung_rows)
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
double enough(const Race& race, double times) {
  double least = 1e300;
  const bool is_one = race.rung_rows[0] == race.rung_rows[1];
  for (const Entrant& e : race.entrants) {
    least = std::min(least, e.work[0] + (is_one ? 0 : e.work[1]));
  }
  return 1.02 * least * times;
}

RaceOutcome outcome_of(const Race& race) {
  return run_race(race).value();
}

std::vector<std::string> names_tried(const RaceOutcome& outcome) {
  std::vector<std::string> names;
  for (const Raced& raced : outcome.tried) names.push_back(raced.entrant.name);
  return names;
}

/// All that an outcome says.
std::string text_of(const RaceOutcome& outcome) {
  std::string text = fmt::format("{} {}\n", outcome.spent, outcome.ended);
  for (const Raced& raced : outcome.tried) {
    text += fmt::format("{} {} {}\n", raced.entrant.name, raced.mean(), raced.dropped);
  }
  for (const NotRaced& out : outcome.left_out) text += out.name + " " + out.reason + "\n";
  for (const auto& [heat, score] : outcome.scores) text += fmt::format("{} {}\n", heat, score);
  if (outcome.loss) text += fmt::format("{} {}\n", outcome.loss->mean, outcome.p_value);
  return text;
}

}  // namespace

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

TEST_CASE("race: the budget is never exceeded, and what is said to be spent is what heats cost") {
  // Of few rows some rungs, or all, are the same rows.
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
      std::map<std::string, Entrant> known;
      for (const Entrant& e : s.race.entrants) known[e.name] = e;
      const auto followers = s.race.followers;
      s.race.followers = [&](const std::string& name) {
        const std::vector<Entrant> more = followers(name);
        for (const Entrant& e : more) known[e.name] = e;
        return more;
      };
      s.race.score = [&](const Heat& heat) {
        charged += known.at(heat.entrant).work.at(heat.rung);
        computed.insert(fmt::format("{} {} {}", heat.entrant, rows[heat.rung], heat.split));
        return s.synthetic(heat);
      };
      const RaceOutcome outcome = outcome_of(s.race);
      CHECK(outcome.spent <= s.race.budget);
      CHECK(outcome.spent == doctest::Approx(charged));
      CHECK(computed.size() == s.synthetic.computed);  // nothing twice
      CHECK((outcome.choice().scores[outcome.rung].has_value() || outcome.rung == 1));
    }
  }
}

TEST_CASE("race: the order of entrants does not matter, and two runs are equal") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Drawn a(seed, 0), b(seed, 0);
    a.race.budget = b.race.budget = enough(a.race, 300);
    std::reverse(b.race.entrants.begin(), b.race.entrants.end());
    const auto followers = b.race.followers;
    b.race.followers = [&](const std::string& name) {
      std::vector<Entrant> more = followers(name);
      std::reverse(more.begin(), more.end());
      return more;
    };
    const std::string text = text_of(outcome_of(a.race));
    CHECK(text == text_of(outcome_of(b.race)));
    CHECK(text == text_of(outcome_of(a.race)));
  }
}

TEST_CASE("race: more budget never tries fewer of those who were there first") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::vector<std::string> before;
    std::size_t most = 0;
    for (double times = 1; times < 1e5; times *= 1.7) {
      CAPTURE(seed);
      CAPTURE(times);
      Drawn s(seed, 0);
      s.race.budget = enough(s.race, times);
      std::vector<std::string> tried = names_tried(outcome_of(s.race));
      std::erase_if(tried, [](const std::string& name) { return name.size() > 2; });  // followers
      std::sort(tried.begin(), tried.end());
      CHECK(std::includes(tried.begin(), tried.end(), before.begin(), before.end()));
      before = tried;
      most = std::max(most, tried.size());
    }
    CHECK(most > 1);
  }
}

TEST_CASE("race: ended after any score it goes on to the same outcome, losing no score") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    Drawn whole(seed, 0);
    whole.race.budget = enough(whole.race, 100);
    const std::string expected = text_of(outcome_of(whole.race));
    const std::size_t heats = whole.synthetic.computed;
    Drawn broken(seed, whole.race.budget);
    for (std::size_t at = 0; at < heats; ++at) {  // ended after every single score
      std::map<std::string, double> kept;
      broken.race.after_score = [&](const std::map<std::string, double>& scores, double) {
        kept = scores;
        return false;
      };
      const auto ended = run_race(broken.race);
      CHECK_FALSE(ended.has_value());
      CHECK(kept.size() == at + 1);
      broken.race.known = kept;
    }
    broken.race.after_score = {};
    CHECK(text_of(outcome_of(broken.race)) == expected);
    CHECK(broken.synthetic.computed == heats);
  }
}

TEST_CASE("race: those whose first score does not fit what entry may spend are left out") {
  Setting s({0.1, 0.2, 0.9}, {1, 1, 1000}, 300);
  const RaceOutcome outcome = outcome_of(s.race);
  CHECK(outcome.choice().entrant.name == "01");
  REQUIRE(outcome.left_out.size() == 1);
  CHECK(outcome.left_out[0].name == "02");
  CHECK(outcome.left_out[0].reason ==
        "costs 125 units to learn from 125 rows, and what may be spent on entry was spent on "
        "cheaper ones");
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

TEST_CASE("race: everybody but the choice is told where and why he was dropped") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Drawn s(seed, 0);
    s.race.budget = enough(s.race, 1000);
    const RaceOutcome outcome = outcome_of(s.race);
    CHECK(outcome.choice().dropped.empty());
    for (std::size_t i = 1; i < outcome.tried.size(); ++i) {
      CAPTURE(outcome.tried[i].entrant.name);
      CHECK_FALSE(outcome.tried[i].dropped.empty());
    }
    for (const NotRaced& out : outcome.left_out) CHECK_FALSE(out.reason.empty());
  }
}

TEST_CASE("race: the best of many is nearly always chosen if noise is small") {
  std::size_t right = 0, clear_and_wrong = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Setting s({0.30, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.40}, {1, 1, 1, 1, 1, 1, 1, 1}, 1000);
    s.synthetic.seed = seed;
    const RaceOutcome outcome = outcome_of(s.race);
    const bool is_best = outcome.choice().entrant.name == "07";
    right += is_best ? 1 : 0;
    clear_and_wrong += !is_best && outcome.p_value < 0.05 ? 1 : 0;
  }
  CHECK(right >= 190);
  CHECK(clear_and_wrong <= 4);
}

}  // namespace hashlab::race_test
