#include "experiments/choose/choose.h"
#include "experiments/choose/choice_text.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/epsilon_ball.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hashlab::choose_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

constexpr std::size_t n = 400;

struct Desk {
  Dataset data = small_dataset(600, 16);

  ChoiceTask task(bool by_class, std::uint64_t seed = 1) const {
    const std::optional<Ball> ball = by_class ? std::nullopt : std::optional(Ball{5.0});
    return {data.features, data.labels, rows_below(n),  inner_sizes(n), ball, 8,
            metric("map"), Rng(seed),   active_kernel()};
  }
};

/// Budgets in which a few dozen scores of this size fit.
constexpr WorkBudget small_budget{3, 0}, large_budget{30, 0};

std::string all_of(const Choice& choice) {
  std::string text = choice_text(choice);
  for (const auto& [key, score] : choice.race.scores) text += fmt::format("{} {}\n", key, score);
  return text;
}

}  // namespace

TEST_CASE(
    "inner splits: disjoint parts of the pool, of the sizes asked for, another by each index") {
  const Rows pool = rows_below(100);
  const InnerSizes sizes = inner_sizes(100);
  CHECK(sizes.queries == 12);
  CHECK(sizes.database == 25);
  CHECK(sizes.training == 63);
  const InnerSplit split = draw_inner_split(pool, sizes, Rng(1), 0);
  Rows all = split.training;
  all.insert(all.end(), split.queries.begin(), split.queries.end());
  all.insert(all.end(), split.database.begin(), split.database.end());
  std::sort(all.begin(), all.end());
  CHECK(all == pool);
  CHECK(std::is_sorted(split.queries.begin(), split.queries.end()));
  CHECK(draw_inner_split(pool, sizes, Rng(1), 0).training == split.training);
  CHECK(draw_inner_split(pool, sizes, Rng(1), 1).queries != split.queries);
  CHECK(draw_inner_split(pool, sizes, Rng(2), 0).queries != split.queries);
  CHECK(rung_size(800, 0, 40) == 100);
  CHECK(rung_size(800, 1, 40) == 300);
  CHECK(rung_size(800, 2, 40) == 600);
  CHECK(rung_size(800, 3, 40) == 800);
  CHECK(rung_size(800, 0, 200) == 200);  // at least so many, and then twice as many
  CHECK(rung_size(800, 1, 200) == 400);
  CHECK(rung_size(800, 2, 200) == 600);
  CHECK(rung_size(63, 0, 80) == 63);
  CHECK(min_rows(8) == 128);
  CHECK(min_rows(128) == 258);
  CHECK(error_of([] { inner_sizes(31); }) == Contains("31 rows are too few"));
}

TEST_CASE("scorer: a score does not depend on earlier calls") {
  const Desk desk;
  for (const bool by_class : {true, false}) {
    const ChoiceTask task = desk.task(by_class);
    Scorer together(task, {});
    for (const char* name : {"itq+sbq", "itq+npq", "ksh+sbq", "lsh+vbq", "itq+mhq"}) {
      for (const std::size_t split : {0u, 1u}) {
        Scorer alone(task, {});
        const Hasher hasher = make_hasher(name);
        CAPTURE(name);
        const double score = together.score(hasher, last_rung, split);
        CHECK(score == alone.score(hasher, last_rung, split));
        CHECK(score == together.score(hasher, last_rung, split));
        CHECK(score > 0);
        CHECK(score != together.score(hasher, 0, split));
      }
    }
  }
}

TEST_CASE("scorer: it is the metric of codes learned from the training rows of the split alone") {
  const Desk desk;
  const ChoiceTask task = desk.task(true);
  const double score = Scorer(task, {}).score(make_hasher("pca+sbq"), last_rung, 2);
  const InnerSplit split = draw_inner_split(task.pool, task.sizes, task.rng, 2);
  // Other features in rows of no part of the split change nothing; in the split's they do.
  Desk other;
  for (std::size_t row = n; row < 600; ++row) other.data.features.col(row) *= 5;
  CHECK(Scorer(other.task(true), {}).score(make_hasher("pca+sbq"), last_rung, 2) == score);
  for (const Rows* part : {&split.training, &split.queries, &split.database}) {
    Desk changed;
    for (const std::uint32_t row : *part) changed.data.features.col(row) *= -1.5F;
    CHECK(Scorer(changed.task(true), {}).score(make_hasher("pca+sbq"), last_rung, 2) != score);
  }
}

TEST_CASE("choose: the same task and budget give the same choice, another seed other scores") {
  const Desk desk;
  for (const bool by_class : {true, false}) {
    const Choice a = *choose_hasher(desk.task(by_class), small_budget, {}, {}),
                 b = *choose_hasher(desk.task(by_class), small_budget, {}, {}),
                 c = *choose_hasher(desk.task(by_class, 2), small_budget, {}, {});
    CHECK(all_of(a) == all_of(b));
    CHECK(a.race.scores != c.race.scores);
    CHECK(a.race.spent <= small_budget.units);
    CHECK(a.race.tried.size() > 3);
    REQUIRE(a.euclidean.has_value());
    CHECK(*a.euclidean > 0);
    CHECK(a.encoding > 0);
  }
}

TEST_CASE("choose: a larger budget finds what is no worse on splits that neither was chosen by") {
  const Desk desk;
  const ChoiceTask task = desk.task(true);
  const Choice small = *choose_hasher(task, small_budget, {}, {}),
               large = *choose_hasher(task, large_budget, {}, {});
  // With quick settings a small budget may try more candidates, but of fewer projections.
  const auto projections_of = [](const Choice& choice) {
    std::set<std::string> projections;
    for (const ScoredCandidate& one : choice.race.tried) {
      projections.insert(one.candidate.projection);
    }
    return projections;
  };
  CHECK(projections_of(large).size() > projections_of(small).size());
  CHECK(large.race.spent > small.race.spent);
  Scorer scorer(task, {});
  double sum = 0;
  for (std::size_t split = 100; split < 110; ++split) {
    sum += scorer.score(make_hasher(large.hasher()), last_rung, split) -
           scorer.score(make_hasher(small.hasher()), last_rung, split);
  }
  CHECK(sum / 10 > -0.02);
}

TEST_CASE("choose: the table says which methods were tried, dropped, left out and chosen") {
  const Desk desk;
  const Choice choice = *choose_hasher(desk.task(false), large_budget, {}, {});
  const std::string text = choice_text(choice);
  CHECK(text == Contains("tried by map, "));
  for (const ScoredCandidate& tried : choice.race.tried) {
    CHECK(text == Contains("  " + tried.candidate.name + " "));
    CHECK(text == Contains(tried.dropped));
  }
  for (const UntriedCandidate& out : choice.left_out) CHECK(text == Contains(out.reason));
  CHECK(text == Contains("\nchosen      " + choice.hasher() + ", map "));
  CHECK(text == Contains("\nconfidence  "));
  CHECK(text == Contains("\nrunner-up   " + choice.race.tried[1].candidate.name));
  CHECK(text == Contains("\nfeatures    "));
  CHECK(choice_summary(choice).find('\n') == std::string::npos);
  CHECK(choice_summary(choice) == Contains("within 30u of work"));
}

TEST_CASE("choose: the text says if there are fewer bits than asked for") {
  const Desk desk;
  Choice choice = *choose_hasher(desk.task(true), small_budget, {}, {});
  const Hasher chosen = make_hasher(choice.hasher());
  CHECK(choice.bits == 8);
  CHECK(choice.code_bits == chosen.dimensions(8) * chosen.quantiser->bits_per_dimension());
  choice.bits = choice.code_bits = 64;
  CHECK_FALSE(choice_text(choice) == Contains("\nbits        "));
  CHECK_FALSE(choice_summary(choice) == Contains("asked for"));
  const Hasher three = make_hasher("itq+npq:thresholds=7");
  choice.code_bits = three.code_bits(64);
  choice.dimension_bits = three.quantiser->bits_per_dimension();
  CHECK(choice_text(choice) ==
        Contains("\nbits        63 of the 64 asked for, since each dimension takes 3\n"));
  CHECK(choice_summary(choice) == Contains("; codes have 63 of the 64 bits asked for"));
}

TEST_CASE("choose: broken off it goes on, and requests that differ do not mix") {
  const Desk desk;
  const TemporaryFolder folder;
  const std::string scratch = folder / "m.h5.scores";
  const ChoiceTask task = desk.task(true);
  const Choice whole = *choose_hasher(task, small_budget, {}, {});
  std::size_t steps = 0;
  const Observer stopping{[&](std::string_view what, std::size_t, std::size_t) {
    if (what.starts_with("auto: ") && ++steps == 5) throw Stopped();
  }};
  CHECK_THROWS_AS(choose_resumably(task, "3u", "recipe a\n", scratch, stopping), Stopped);
  const std::string kept = read_file(scratch);
  CHECK(lines_of(kept).size() == 1 + 5 + 1 + 1);  // key, scores, units, seal
  const Choice gone_on = *choose_resumably(task, "3u", "recipe a\n", scratch, {});
  CHECK(all_of(gone_on) == all_of(whole));
  // Scores that no computation gives show whether they are taken over.
  const std::string key = std::string(lines_of(kept).front()).substr(4);
  GridScores planted = read_grid_scratch(scratch, key);
  for (auto& [evaluation, score] : planted) {
    if (evaluation.starts_with("lsh+sbq ")) score += 7;
  }
  write_grid_scratch(scratch, key, planted);
  const Choice with_planted = *choose_resumably(task, "3u", "recipe a\n", scratch, {});
  CHECK(with_planted.race.scores.at("lsh+sbq 0.125 of rows, split 0") > 7);
  write_grid_scratch(scratch, key, planted);
  CHECK(all_of(*choose_resumably(task, "3u", "recipe b\n", scratch, {})) == all_of(whole));
}

TEST_CASE("choose: a share of the full grid's work is a budget in units") {
  const Desk desk;
  const ChoiceTask task = desk.task(false);
  const Choice tenth = *choose_hasher(task, {0, 10}, {}, {});
  const Choice units = *choose_hasher(task, {tenth.budget, 0}, {}, {});
  CHECK(all_of(tenth) == all_of(units));
  CHECK(choose_hasher(task, {0, 20}, {}, {})->budget == doctest::Approx(2 * tenth.budget));
}

TEST_CASE("choose: a budget in time is turned into units once") {
  const Desk desk;
  const TemporaryFolder folder;
  const ChoiceTask task = desk.task(true);
  const Choice first = *choose_resumably(task, "1s", "r\n", folder / "s", {}),
               second = *choose_resumably(task, "1s", "r\n", folder / "s", {});
  CHECK(first.budget == second.budget);
  CHECK(all_of(first) == all_of(second));
}

TEST_CASE("choose: nothing relevant, too little budget and unknown budgets are refused in a line") {
  const Desk desk;
  ChoiceTask task = desk.task(false);
  task.ball->radius = 0;
  CHECK(error_of([&] { choose_hasher(task, small_budget, {}, {}); }) ==
        Contains("no item of the 100 rows that are ranked is relevant to any of the 50 that ask"));
  CHECK(error_of([&] {
          choose_hasher(desk.task(true), {1e-9, 0}, {}, {});
        }) ==
        Contains("a budget of 1e-09 units is too small to try anything: the cheapest needs "));
  const TemporaryFolder folder;
  CHECK(error_of([&] { choose_resumably(desk.task(true), "5", "r\n", folder / "s", {}); }) ==
        Contains("budget '5': expected a time"));
}

}  // namespace hashlab::choose_test
