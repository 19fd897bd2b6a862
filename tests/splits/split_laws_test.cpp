#include "lib/error.h"
#include "splits/draw.h"
#include "splits/registry.h"
#include "tests/support/rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::split_laws_test {

using namespace splits;

using hashlab::testing::common;
using hashlab::testing::error_of;

namespace {

constexpr std::size_t n = 300;
const SplitSizes sizes = {
    .test_queries = 20, .validation_queries = 12, .validation_database = 30, .training = 40};

Labels classes_of(std::size_t count) {
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(static_cast<std::int32_t>(i * i % 7919 % count));
  }
  return labels;
}

const Labels& ten() {
  static const Labels labels = classes_of(10);
  return labels;
}

/// Every fifteenth row is a query.
const RowMarks& marks() {
  static const RowMarks all = [] {
    RowMarks made(n, RowMark::database);
    for (std::size_t i = 0; i < n; i += 15) made[i] = RowMark::query;
    return made;
  }();
  return all;
}

/// Every fifteenth row asks; the next one is relevant to it, the one after that is junk.
const QueryLists& lists() {
  static const QueryLists all = [] {
    QueryLists made;
    for (std::uint32_t i = 0; i < n; i += 15) {
      made.queries.push_back(i);
      made.relevant.push_back({i, i + 1});
      made.junk.push_back({i + 2});
    }
    return made;
  }();
  return all;
}

SplitRequest request(std::size_t run = 1, bool balance = false) {
  SplitRequest r{"checksum", n, balance ? &ten() : nullptr, sizes, 7, run, &ten()};
  r.marks = &marks();
  r.lists = &lists();
  return r;
}

bool disjoint(const std::vector<const Rows*>& parts) {
  std::set<std::uint32_t> seen;
  std::size_t count = 0;
  for (const Rows* part : parts) {
    seen.insert(part->begin(), part->end());
    count += part->size();
  }
  return seen.size() == count;
}

std::set<std::int32_t> classes_in(const Rows& rows, const Labels& labels = ten()) {
  std::set<std::int32_t> classes;
  for (const std::uint32_t row : rows) classes.insert(labels.single[row]);
  return classes;
}

/// Every strategy that draws its parts, under several requests.
template <typename Check>
void for_all_splits(Check check) {
  for (const auto& strategy : splits::all_strategies()) {
    if (strategy->info().is_given) continue;
    for (const bool balance : {false, true}) {
      for (const std::size_t folds : {std::size_t{0}, std::size_t{3}}) {
        for (std::size_t run = 1; run <= 3; ++run) {
          SplitRequest r = request(run, balance);
          const SplitInfo info = strategy->info();
          // Too few rows of three classes, or of the rows marked.
          r.folds = info.needs_labels || info.needs_marks || info.leave_one_out ? 0 : folds;
          r.excluded = run == 2 ? Rows{0, 5, 17, 299} : Rows{};
          CAPTURE(strategy->info().name);
          CAPTURE(balance);
          CAPTURE(run);
          check(strategy->info(), r, strategy->make(r));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("split laws: nothing is learned from a test query, no query is ranked but for others") {
  for_all_splits([](const SplitInfo& info, const SplitRequest&, const Split& s) {
    CHECK(common(s.learnable, s.test_queries).empty());
    CHECK(common(s.test_database, s.test_queries) ==
          (info.leave_one_out ? s.test_queries : Rows()));
    CHECK(disjoint({&s.test_queries, &s.training, &s.validation_queries, &s.validation_database}));
    CHECK_FALSE(s.test_database.empty());
  });
}

TEST_CASE("split laws: training and validation are learnable, excluded rows are nowhere") {
  for_all_splits([](const SplitInfo&, const SplitRequest& r, const Split& s) {
    for (const Rows* part : {&s.training, &s.validation_queries, &s.validation_database}) {
      CHECK(common(*part, s.learnable) == *part);
    }
    for (const Rows* part : {&s.test_queries, &s.test_database, &s.learnable}) {
      CHECK(common(*part, r.excluded).empty());
    }
  });
}

TEST_CASE("split laws: what a strategy says of its ranked rows is so") {
  for_all_splits([](const SplitInfo& info, const SplitRequest&, const Split& s) {
    CHECK(common(s.learnable, s.test_database).empty() == (info.ranked == RankedRows::held_out));
  });
}

TEST_CASE("split laws: strategies that say so draw the same queries, training and validation") {
  std::size_t strategies = 0;
  const Split first = make_split("literature").make(request());
  for (const auto& strategy : all_strategies()) {
    if (!strategy->info().draws_common_parts) continue;
    CAPTURE(strategy->info().name);
    const Split split = strategy->make(request());
    CHECK(split.test_queries == first.test_queries);
    CHECK(split.training == first.training);
    CHECK(split.validation_queries == first.validation_queries);
    CHECK(split.validation_database == first.validation_database);
    ++strategies;
  }
  CHECK(strategies == 3);
}

TEST_CASE("split laws: a request has one split; seed, run and data set have others") {
  for_all_splits([](const SplitInfo& info, const SplitRequest& r, const Split& s) {
    const auto strategy = make_split(info.name);
    CHECK(split_checksum(strategy.make(r)) == split_checksum(s));
    std::set<std::string> sums = {split_checksum(s)};
    SplitRequest other = r;
    other.seed = 8;
    sums.insert(split_checksum(strategy.make(other)));
    other = r;
    other.run = 4;
    sums.insert(split_checksum(strategy.make(other)));
    other = r;
    other.checksum = "another";
    sums.insert(split_checksum(strategy.make(other)));
    CHECK(sums.size() == 4);
  });
}

TEST_CASE("split laws: the splits of before are the splits of now") {
  // Checksums of 2be469d, before there were folds and other strategies.
  CHECK(split_checksum(make_split("literature").make(request())).substr(0, 16) ==
        "b0830cc9926f3849");
  CHECK(split_checksum(make_split("improved").make(request())).substr(0, 16) == "687e73f67bc46d35");
  CHECK(split_checksum(make_split("literature").make(request(2, true))).substr(0, 16) ==
        "3a0b63bb7cb2f6d4");
  CHECK(split_checksum(make_split("improved").make(request(2, true))).substr(0, 16) ==
        "8ca23e9c1de24982");
}

TEST_CASE("matched: improved but for the database, which holds the training rows") {
  for (const bool balance : {false, true}) {
    for (std::size_t run = 1; run <= 5; ++run) {
      const Split a = make_split("improved").make(request(run, balance));
      const Split b = make_split("matched").make(request(run, balance));
      CHECK(b.test_queries == a.test_queries);
      CHECK(b.training == a.training);
      CHECK(b.validation_queries == a.validation_queries);
      CHECK(b.validation_database == a.validation_database);
      CHECK(b.learnable == a.learnable);
      REQUIRE(b.test_database.size() == a.test_database.size());
      CHECK(common(b.test_database, b.learnable) == b.training);
      // No two such databases share more rows.
      CHECK(common(a.test_database, b.test_database).size() ==
            a.test_database.size() - a.training.size());
    }
  }
}

TEST_CASE("matched: judged by classes, its database has as many rows of each as improved's") {
  const auto rows_of = [](const Rows& rows) {
    std::map<std::int32_t, std::size_t> counts;
    for (const std::uint32_t row : rows) ++counts[ten().single[row]];
    return counts;
  };
  for (const bool balance : {false, true}) {
    for (std::size_t run = 1; run <= 5; ++run) {
      SplitRequest r = request(run, balance);
      r.judged_by = &ten();
      const Split a = make_split("improved").make(r), b = make_split("matched").make(r);
      CHECK(rows_of(b.test_database) == rows_of(a.test_database));
      // Every class has rows enough to exchange.
      CHECK(common(b.test_database, b.learnable) == b.training);
      CHECK(common(a.test_database, b.test_database).size() ==
            a.test_database.size() - a.training.size());
      r.judged_by = nullptr;
      CHECK(make_split("matched").make(r).test_database != b.test_database);
    }
  }
}

TEST_CASE("matched: each row of improved's database is left out equally often") {
  std::vector<int> left_out(40, 0);
  constexpr std::size_t runs = 2000;
  for (std::size_t run = 1; run <= runs; ++run) {
    const SplitRequest r = {"c", 40, nullptr, {10, 0, 0, 5}, 3, run};
    const Split a = make_split("improved").make(r), b = make_split("matched").make(r);
    for (const std::uint32_t row : a.test_database) {
      left_out[row] +=
          std::binary_search(b.test_database.begin(), b.test_database.end(), row) ? 0 : 1;
    }
  }
  // 25 of 40 rows are ranked, of which 5 are left out: 1 in 8.
  for (const int count : left_out) CHECK(std::abs(count - 250) <= 5 * 15);
}

TEST_CASE("matched: training rows that outnumber the database are refused") {
  SplitRequest r = request();
  r.sizes.training = 119;  // as many are left
  CHECK(make_split("matched").make(r).test_database == make_split("improved").make(r).training);
  r.sizes.training = 120;
  CHECK(error_of([&] { make_split("matched").make(r); }) ==
        "option 'training' = 120 does not fit split 'matched', whose database has 118 rows and "
        "ranks all of them: lower 'training'");
}

TEST_CASE("class-disjoint: no class of queries or database is learned from") {
  for (const double share : {0.01, 0.25, 0.5, 0.99}) {
    for (std::size_t run = 1; run <= 5; ++run) {
      const std::string spec = fmt::format("class-disjoint:test-classes={}", share);
      SplitRequest r = request(run, run % 2 == 0);
      if (share > 0.6) r.sizes = {10, 3, 5, 10};
      const Split s = make_split(spec).make(r);
      Rows tested = merge({s.test_queries, s.test_database});
      const std::set<std::int32_t> unseen = classes_in(tested), seen = classes_in(s.learnable);
      std::vector<std::int32_t> both;
      std::set_intersection(unseen.begin(), unseen.end(), seen.begin(), seen.end(),
                            std::back_inserter(both));
      CHECK(both.empty());
      CHECK(unseen.size() == (share < 0.1 ? 2 : share < 0.3 ? 3 : share < 0.6 ? 5 : 9));
      CHECK(s.test_queries.size() == r.sizes.test_queries);
      CHECK(s.training.size() == r.sizes.training);
      // All rows of those classes are queries or ranked.
      std::size_t rows = 0;
      for (const std::int32_t c : ten().single) rows += unseen.count(c);
      CHECK(tested.size() == rows);
    }
  }
}

TEST_CASE("class-disjoint: over many runs each class is held out equally often") {
  std::vector<int> held_out(10, 0);
  constexpr std::size_t runs = 500;
  for (std::size_t run = 1; run <= runs; ++run) {
    for (const std::int32_t c :
         classes_in(make_split("class-disjoint").make(request(run)).test_database)) {
      ++held_out[static_cast<std::size_t>(c)];
    }
  }
  for (const int count : held_out) CHECK(std::abs(count - 150) <= 5 * 10.3);
}

TEST_CASE("class-disjoint: a row with any test class is tested, one without a class is left out") {
  Labels labels;
  labels.multi.zeros(6, n);
  for (arma::uword i = 0; i < n - 50; ++i) {
    labels.multi(i % 6, i) = 1;
    if (i % 10 == 0) labels.multi(i / 10 % 6, i) = 1;
  }
  for (std::size_t run = 1; run <= 10; ++run) {
    SplitRequest r = request(run);
    r.labels = &labels;
    const Split s = make_split("class-disjoint").make(r);
    std::set<std::size_t> seen, all;
    for (const std::uint32_t row : s.learnable) {
      for (std::size_t c = 0; c < 6; ++c) {
        if (labels.multi(c, row)) seen.insert(c);
      }
    }
    CHECK(seen.size() == 4);
    std::size_t unseen_rows = 0;
    for (std::uint32_t i = 0; i < n - 50; ++i) {
      bool any = false;
      for (std::size_t c = 0; c < 6; ++c) any = any || (labels.multi(c, i) && !seen.contains(c));
      unseen_rows += any ? 1 : 0;
    }
    CHECK(s.test_queries.size() + s.test_database.size() == unseen_rows);
    CHECK(s.test_database.back() < n - 50);
    CHECK(s.learnable.back() < n - 50);
  }
}

TEST_CASE("class-disjoint: a row with two classes to learn from and one to test is not learned") {
  // Each row lacks one class of four, and two are held out: no row has none of these.
  Labels labels;
  labels.multi.ones(4, n);
  for (arma::uword i = 0; i < n; ++i) labels.multi(i % 4, i) = 0;
  SplitRequest r = request();
  r.labels = &labels;
  CHECK(error_of([&] { make_split("class-disjoint").make(r); }) ==
        fmt::format("split 'class-disjoint': option 'training' = {} does not fit: only 0 rows are "
                    "left of the other classes",
                    r.sizes.training));
}

TEST_CASE("class-disjoint: it needs labels, and sizes that fit what is not excluded") {
  CHECK(make_split("class-disjoint").strategy->info().needs_labels);
  SplitRequest r = request();
  const Labels none;
  r.labels = &none;
  CHECK(error_of([&] { make_split("class-disjoint").make(r); }) ==
        "split 'class-disjoint' needs '/labels', which the data set lacks");
  for (const char* name : {"class-disjoint", "improved"}) {
    CAPTURE(name);
    SplitRequest half = request();
    for (std::uint32_t row = 0; row < n; row += 2) half.excluded.push_back(row);
    half.sizes.training = n / 2 + 1;
    CHECK(error_of([&] { make_split(name).make(half); }) ==
          testing::Contains(
              fmt::format("option 'training' = {} does not fit: the data set has {} rows: set ",
                          n / 2 + 1, n / 2)));
  }
}

TEST_CASE("class-disjoint: what does not fit is named") {
  const auto refused = [](SplitRequest r) {
    return error_of([&] { make_split("class-disjoint").make(r); });
  };
  SplitRequest r = request();
  r.labels = nullptr;
  CHECK(refused(r) == "split 'class-disjoint' needs '/labels', which the data set lacks");
  const Labels two = classes_of(2);
  r.labels = &two;
  CHECK(refused(r) ==
        "split 'class-disjoint' holds 2 classes out and learns from others: it needs 3 at least, "
        "the data set has 2");
  const Split s = make_split("class-disjoint").make(request());
  const std::size_t unseen = s.test_queries.size() + s.test_database.size(), seen = n - unseen;
  r = request();
  r.sizes.test_queries = unseen;
  CHECK(refused(r) ==
        fmt::format("split 'class-disjoint': option 'test-queries' = {} does not fit: the classes "
                    "held out have no more rows, which leaves nothing to rank",
                    unseen));
  r.sizes.test_queries = unseen + 1;
  CHECK(refused(r) ==
        fmt::format("split 'class-disjoint': option 'test-queries' = {} does not fit: only {} rows "
                    "are left of the classes held out",
                    unseen + 1, unseen));
  r = request();
  r.sizes.validation_database = seen - 40 - 12 + 1;
  CHECK(refused(r) ==
        fmt::format("split 'class-disjoint': option 'validation-database' = {} does not fit (0 is "
                    "enough where nothing is chosen by validation): only "
                    "{} rows are left of the other classes",
                    seen - 51, seen - 52));
  CHECK(error_of([] { make_split("class-disjoint:test-classes=1"); }) ==
        "split 'class-disjoint:test-classes=1': option 'test-classes' = '1', must be 0.01 .. 0.99");
}

TEST_CASE("folds: the runs of a round test disjoint rows, the next round other ones") {
  for (const char* name :
       {"literature", "improved", "matched", "class-disjoint:test-classes=0.5"}) {
    for (const bool balance : {false, true}) {
      CAPTURE(name);
      std::vector<std::set<std::uint32_t>> tested(3);
      for (std::size_t run = 1; run <= 12; ++run) {
        SplitRequest r = request(run, balance);
        r.folds = 4;
        const Rows queries = make_split(name).make(r).test_queries;
        CHECK(queries.size() == 20);
        tested[(run - 1) / 4].insert(queries.begin(), queries.end());
      }
      for (const auto& round : tested) CHECK(round.size() == 80);
      CHECK(tested[0] != tested[1]);
      CHECK(tested[1] != tested[2]);
    }
  }
}

TEST_CASE("folds: as large as they can be, they test every row once") {
  std::set<std::uint32_t> tested;
  for (std::size_t run = 1; run <= 5; ++run) {
    SplitRequest r = request(run);
    r.folds = 5;
    r.sizes.test_queries = 60;
    const Rows queries = make_split("improved").make(r).test_queries;
    tested.insert(queries.begin(), queries.end());
  }
  CHECK(tested.size() == n);
  SplitRequest r = request();
  r.folds = 5;
  r.sizes.test_queries = 61;
  CHECK(error_of([&] { make_split("improved").make(r); }) ==
        "option 'test-queries' = 61 does not fit: only 60 rows of a fold of 5 are left");
}

}  // namespace hashlab::split_laws_test
