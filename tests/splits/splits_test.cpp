#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"
#include "tests/support/rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace hashlab::splits_test {

using namespace splits;

using hashlab::testing::common;
using hashlab::testing::error_of;
using hashlab::testing::rows_below;

namespace {

const SplitSizes small = {
    .test_queries = 20, .validation_queries = 15, .validation_database = 40, .training = 30};

/// n samples, sample i of class i mod classes.
Labels even_labels(std::size_t n, std::size_t classes) {
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(i % classes));
  }
  return labels;
}

SplitRequest request(const SplitSizes& sizes = small, const Labels* balance = nullptr) {
  static const Labels eight = even_labels(200, 8);
  return {"checksum", 200, balance, sizes, 7, 1, balance == nullptr ? &eight : balance};
}

bool is_part(const Rows& rows) {
  return std::adjacent_find(rows.begin(), rows.end(), std::greater_equal<>()) == rows.end();
}

std::map<std::int32_t, std::size_t> class_counts(const Rows& rows, const Labels& labels) {
  std::map<std::int32_t, std::size_t> counts;
  for (const std::uint32_t row : rows) ++counts[labels.single[row]];
  return counts;
}

}  // namespace

TEST_CASE("splits: the parts of a small split are known") {
  // Computed by an independent implementation in Python.
  const Split split = make_split("improved").make({"abc", 20, nullptr, {3, 2, 5, 4}, 1, 1});
  CHECK(split.test_queries == Rows{4, 13, 19});
  CHECK(split.training == Rows{1, 10, 12, 18});
  CHECK(split.validation_queries == Rows{8, 9});
  CHECK(split.validation_database == Rows{0, 3, 5, 14, 17});
  CHECK(split.test_database == Rows{2, 6, 7, 11, 15, 16});
}

TEST_CASE("splits: parts have their sizes, are ascending and free of repeats") {
  const Labels labels = even_labels(200, 7);
  for (const Labels* balance : {static_cast<const Labels*>(nullptr), &labels}) {
    for (const auto& strategy : splits::all_strategies()) {
      if (strategy->info().is_given || strategy->info().needs_marks) continue;
      if (strategy->info().leave_one_out) continue;  // their queries have no size
      const Split split = strategy->make(request(small, balance));
      CHECK(split.test_queries.size() == 20);
      CHECK(split.training.size() == 30);
      CHECK(split.validation_queries.size() == 15);
      CHECK(split.validation_database.size() == 40);
      for (const Rows* part :
           {&split.test_queries, &split.test_database, &split.training, &split.validation_queries,
            &split.validation_database, &split.learnable}) {
        CHECK(is_part(*part));
        CHECK(part->back() < 200);
      }
    }
  }
}

TEST_CASE("splits: improved makes five disjoint parts of everything and learns from three") {
  const Split split = make_split("improved").make(request());
  const std::vector<Rows> parts = {split.test_queries, split.test_database, split.training,
                                   split.validation_queries, split.validation_database};
  CHECK(merge(parts) == rows_below(200));  // with the sizes: disjoint
  CHECK(split.test_database.size() == 200 - 20 - 30 - 15 - 40);
  CHECK(split.learnable ==
        merge({split.training, split.validation_queries, split.validation_database}));
  CHECK(common(split.learnable, split.test_database).empty());
  CHECK(common(split.learnable, split.test_queries).empty());
}

TEST_CASE("splits: literature ranks and may learn from everything but the test queries") {
  const Split split = make_split("literature").make(request());
  CHECK(merge({split.test_queries, split.test_database}) == rows_below(200));
  CHECK(split.learnable == split.test_database);
  CHECK(common(split.training, split.test_database) == split.training);
  CHECK(common(split.test_queries, split.test_database).empty());
}

TEST_CASE("splits: both strategies draw the same parts and differ in what is ranked") {
  const Split a = make_split("literature").make(request()),
              b = make_split("improved").make(request());
  CHECK(a.test_queries == b.test_queries);
  CHECK(a.training == b.training);
  CHECK(a.validation_queries == b.validation_queries);
  CHECK(a.validation_database == b.validation_database);
  CHECK(a.test_database != b.test_database);
  CHECK(common(a.test_database, b.test_database) == b.test_database);
}

TEST_CASE("splits: test queries depend on their own size alone") {
  const Rows queries = draw_parts(request()).test_queries;
  SplitSizes sizes = small;
  sizes.training = 31;
  sizes.validation_queries = 0;
  sizes.validation_database = 1;
  CHECK(draw_parts(request(sizes)).test_queries == queries);
}

TEST_CASE("splits: another seed, run or data set gives another split, the same request the same") {
  const Rows queries = draw_parts(request()).test_queries;
  SplitRequest other_seed = request(), other_run = request(), other_data = request();
  other_seed.seed = 8;
  other_run.run = 2;
  other_data.checksum = "another";
  CHECK(draw_parts(request()).test_queries == queries);
  CHECK(draw_parts(other_seed).test_queries != queries);
  CHECK(draw_parts(other_run).test_queries != queries);
  CHECK(draw_parts(other_data).test_queries != queries);
}

TEST_CASE("splits: over many runs each row is a test query equally often") {
  std::vector<int> drawn(40, 0);
  constexpr int runs = 2000;
  for (std::size_t run = 1; run <= runs; ++run) {
    for (const auto row : draw_parts({"c", 40, nullptr, {10, 0, 0, 5}, 3, run}).test_queries) {
      ++drawn[row];
    }
  }
  for (const int count : drawn) {
    CHECK(std::abs(count - runs / 4.0) <= 5 * std::sqrt(runs * 3.0 / 16));
  }
}

TEST_CASE("splits: balanced parts hold every class equally often if that is possible") {
  const Labels labels = even_labels(200, 5);
  const Draw parts = draw_parts(request(small, &labels));
  for (const Rows* part : {&parts.test_queries, &parts.training, &parts.validation_queries}) {
    for (const auto& [c, count] : class_counts(*part, labels)) CHECK(count == part->size() / 5);
    CHECK(class_counts(*part, labels).size() == 5);
  }
}

TEST_CASE("splits: otherwise the classes of a balanced part differ by one at most") {
  const Labels labels = even_labels(200, 7);  // 20 = 7 + 7 + 6
  std::map<std::int32_t, std::size_t> extra;
  for (std::size_t run = 1; run <= 50; ++run) {
    SplitRequest r = request(small, &labels);
    r.run = run;
    const auto counts = class_counts(draw_parts(r).test_queries, labels);
    REQUIRE(counts.size() == 7);
    for (const auto& [c, count] : counts) {
      CHECK((count == 2 || count == 3));
      if (count == 2) ++extra[c];
    }
  }
  CHECK(extra.size() == 7);  // whichever class falls short is drawn too
}

TEST_CASE("splits: a class that is used up is passed over") {
  Labels labels;
  labels.single.assign(200, 1);
  labels.single[17] = 0;
  labels.single[99] = 0;
  const auto counts = class_counts(draw_parts(request(small, &labels)).test_queries, labels);
  CHECK(counts.at(0) == 2);
  CHECK(counts.at(1) == 18);
}

TEST_CASE("splits: multi-label parts are balanced by the class that drew a sample") {
  Labels labels;
  labels.multi.zeros(4, 200);
  for (arma::uword i = 0; i < 200; ++i) {
    labels.multi(i % 3, i) = 1;
    if (i % 5 == 0) labels.multi(3, i) = 1;
  }
  const Draw parts = draw_parts(request(small, &labels));
  for (const Rows* part : {&parts.test_queries, &parts.training}) {
    std::vector<std::size_t> counts(4, 0);
    for (const std::uint32_t row : *part) {
      for (std::size_t c = 0; c < 4; ++c) counts[c] += labels.multi(c, row);
    }
    for (std::size_t c = 0; c < 4; ++c) CHECK(counts[c] >= part->size() / 4);
  }
}

TEST_CASE("splits: samples without a class are never queries of a balanced split") {
  Labels labels;
  labels.multi.zeros(2, 200);
  for (arma::uword i = 0; i < 70; ++i) labels.multi(i % 2, i) = 1;
  const Draw parts = draw_parts(request(small, &labels));
  for (const Rows* part : {&parts.test_queries, &parts.training, &parts.validation_queries}) {
    CHECK(part->back() < 70);
  }
  SplitSizes sizes = small;
  sizes.training = 51;
  CHECK(error_of([&] { draw_parts(request(sizes, &labels)); }) ==
        "option 'training' = 51 does not fit: only 50 rows with a class are left");
}

TEST_CASE("splits: class numbers may be huge and sparse") {
  Labels labels = even_labels(200, 2);
  for (auto& c : labels.single) c = c == 0 ? 0 : std::numeric_limits<std::int32_t>::max();
  const auto counts = class_counts(draw_parts(request(small, &labels)).test_queries, labels);
  CHECK(counts.at(0) == 10);
  CHECK(counts.at(std::numeric_limits<std::int32_t>::max()) == 10);
}

TEST_CASE("splits: sizes that do not fit are refused by name") {
  const auto error = [](const SplitSizes& sizes, std::size_t n) {
    return error_of([&] { check_split_sizes(sizes, n); });
  };
  CHECK(error(small, 106) == "no error");
  CHECK(error(small, 105) ==
        "test-queries + training + validation-queries + validation-database = 105 leaves nothing "
        "to rank of 105 rows: set test-queries = 10, training = 21, validation-queries = 10, "
        "validation-database = 10");
  CHECK(error({0, 0, 0, 5}, 10) == "option 'test-queries' = 0, must be >= 1");
  CHECK(error({5, 0, 0, 0}, 10) == "option 'training' = 0, must be >= 1");
  CHECK(error({1, 0, 0, 1}, 3) == "no error");
  CHECK(error({1, 10, 1, 1}, 10) ==
        "option 'validation-queries' = 10 does not fit: the data set has 10 rows: set "
        "validation-queries = 1");
  CHECK(error({1, 1, std::numeric_limits<std::size_t>::max(), 1}, 10) ==
        "option 'validation-database' = 18446744073709551615 does not fit: the data set has 10 "
        "rows: set validation-database = 1");
  CHECK(error({}, 6000) ==
        "option 'validation-database' = 10000 does not fit: the data set has 6000 rows: set "
        "test-queries = 600, training = 1200, validation-queries = 600, validation-database = 600");
  for (const std::size_t n : {2u, 3u, 9u, 10u, 11u, 5999u, 14000u}) {
    CAPTURE(n);
    CHECK((n < 3 || error(fitting_sizes({}, n), n) == "no error"));
  }
  for (const auto& strategy : splits::all_strategies()) {
    if (strategy->info().is_given || strategy->info().needs_marks) continue;
    if (strategy->info().leave_one_out) continue;
    SplitSizes sizes = small;
    sizes.training = 125;
    CHECK(error_of([&] { strategy->make(request(sizes)); }) ==
          "test-queries + training + validation-queries + validation-database = 200 leaves nothing "
          "to rank of 200 rows: set training = 40, validation-database = 20");
  }
}

TEST_CASE("splits: run k of a round has the k-th of the folds into which the rows are shuffled") {
  SplitRequest r = request(
      {.test_queries = 50, .validation_queries = 0, .validation_database = 0, .training = 30});
  r.folds = 4;
  for (std::size_t run = 1; run <= 8; ++run) {
    CAPTURE(run);
    r.run = run;
    Rows order = rows_below(200);
    Rng(r.seed).stream(r.checksum).stream("folds", (run - 1) / 4).shuffle(order);
    const auto first = order.begin() + static_cast<std::ptrdiff_t>((run - 1) % 4 * 50);
    Rows fold(first, first + 50);
    std::sort(fold.begin(), fold.end());
    CHECK(make_split("improved").make(r).test_queries == fold);
  }
}

TEST_CASE("splits: sizes that are equally large and keys that do not exist are named") {
  CHECK(error_of([] {
          check_split_sizes(
              {.test_queries = 5, .validation_queries = 0, .validation_database = 0, .training = 5},
              10);
        }) ==
        "test-queries + training + validation-queries + validation-database = 10 leaves nothing to "
        "rank of 10 rows: set test-queries = 1, training = 2");
  CHECK(error_of([] { make_split("class-disjoint:test-clases=0.5"); }) ==
        "unknown key 'test-clases' in split 'class-disjoint:test-clases=0.5', did you mean "
        "'test-classes'? ('hashlab list splits' shows the options of every strategy)");
  CHECK(make_split("foreign:as=literature,leaks=allow").name ==
        "foreign:as=literature,leaks=allow");
}

TEST_CASE("splits: strategies are found by name") {
  for (const auto& strategy : splits::all_strategies()) {
    CHECK(make_split(strategy->info().name).name == strategy->info().name);
  }
  CHECK(make_split("literature").recipe(200) == "literature/1");
  CHECK(make_split("improved").recipe(200) == "improved/1");
  CHECK(make_split("matched").recipe(200) == "matched/2");
  CHECK(make_split("class-disjoint").recipe(200) == "class-disjoint/1 test-classes=0.25");
  CHECK(error_of([] { make_split("improve"); }) ==
        "unknown split 'improve', did you mean 'improved'? ('hashlab list splits' shows all)");
}

}  // namespace hashlab::splits_test
