#include "lib/h5/h5.h"
#include "splits/draw.h"
#include "tests/support/code_files.h"
#include "tests/support/marked_rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace hashlab::given_test {

using namespace splits;

using namespace testing;

namespace {

constexpr std::size_t n = marked_rows;
const SplitSizes sizes = {
    .test_queries = 7, .validation_queries = 12, .validation_database = 30, .training = 40};

SplitRequest request(const RowMarks& marks, std::size_t run = 1) {
  SplitRequest r{"checksum", marks.size(), nullptr, sizes, 7, run};
  r.marks = &marks;
  return r;
}

Rows rows_of(const RowMarks& marks, const std::vector<RowMark>& wanted) {
  Rows rows;
  for (std::uint32_t i = 0; i < marks.size(); ++i) {
    if (std::find(wanted.begin(), wanted.end(), marks[i]) != wanted.end()) rows.push_back(i);
  }
  return rows;
}

Rows shared(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

Rows without(const Rows& a, const Rows& b) {
  Rows rows;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rows));
  return rows;
}

std::string refused(const std::string& settings, const SplitRequest& r) {
  return error_of([&] { make_split("given" + settings).make(r); });
}

}  // namespace

TEST_CASE("given: queries and database are exactly the rows marked so, in every run and setting") {
  for (const RowMark training :
       {RowMark::database, RowMark::training_database, RowMark::training}) {
    const RowMarks marks = marks_with(training);
    const Rows queries = rows_of(marks, {RowMark::query});
    const Rows database = rows_of(marks, {RowMark::database, RowMark::training_database});
    for (const char* from : {"auto", "drawn", "all"}) {
      CAPTURE(from);
      const NamedSplit given = make_split(fmt::format("given:training={}", from));
      for (std::size_t run = 1; run <= 3; ++run) {
        const Split s = given.make(request(marks, run));
        CHECK(s.test_queries == queries);
        CHECK(s.test_database == database);
        CHECK(shared(s.learnable, s.test_queries).empty());
        CHECK(without(database, s.learnable).empty());
        CHECK(without(s.learnable, merge({database, without(s.training, database)})).empty());
        for (const Rows* part : {&s.training, &s.validation_queries, &s.validation_database}) {
          CHECK(shared(*part, s.learnable) == *part);
        }
        CHECK(split_checksum(given.make(request(marks, run))) == split_checksum(s));
      }
    }
  }
  CHECK(make_split("given").strategy->info().ranked == RankedRows::any);
  CHECK(make_split("given").strategy->info().needs_marks);
  CHECK(make_split("given:as=improved").strategy->info().ranked == RankedRows::held_out);
}

TEST_CASE("given: training rows are drawn by the streams of other strategies, from the database") {
  for (const char* as : {"literature", "improved"}) {
    const SplitRequest r = request(plain_marks(), 3);
    const Split s = make_split(fmt::format("given:as={}", as)).make(r);
    Pool pool = Pool(n, {}).within(rows_of(plain_marks(), {RowMark::database}));
    CHECK(s.training == pool.uniform(40, split_stream(r, "training")));
    CHECK(s.validation_queries == pool.uniform(12, split_stream(r, "validation-queries")));
    CHECK(s.validation_database == pool.uniform(30, split_stream(r, "validation-database")));
    CHECK(make_split(fmt::format("given:as={}", as)).make(request(plain_marks(), 4)).training !=
          s.training);
  }
}

TEST_CASE("given: marked rows are the training set, in the database or not") {
  const RowMarks both = marks_with(RowMark::training_database);
  const RowMarks alone = marks_with(RowMark::training);
  for (const char* from : {"auto", "marked"}) {
    const NamedSplit given = make_split(fmt::format("given:training={}", from));
    const Split s = given.make(request(both));
    CHECK(s.training == rows_of(both, {RowMark::training_database}));
    CHECK(shared(s.training, s.test_database) == s.training);
    CHECK(shared(s.validation_queries, s.training).empty());
    CHECK(shared(s.validation_database, s.training).empty());
    CHECK(given.make(request(both, 2)).training == s.training);
    const Split t = given.make(request(alone));
    CHECK(t.training == rows_of(alone, {RowMark::training}));
    CHECK(shared(t.training, t.test_database).empty());
    CHECK(t.learnable == merge({t.training, t.test_database}));
  }
  // Rows of a published training set that nobody uses take no part.
  const Split drawn = make_split("given:training=drawn").make(request(alone));
  CHECK(shared(drawn.learnable, rows_of(alone, {RowMark::training})).empty());
  const Split all = make_split("given:training=all").make(request(alone));
  CHECK(all.training == all.test_database);
  CHECK(all.validation_queries.empty());
  CHECK(all.validation_database.empty());
}

TEST_CASE("given: as improved, nothing that is ranked is learned from") {
  const RowMarks alone = marks_with(RowMark::training);
  for (const RowMarks* marks : {&plain_marks(), &alone}) {
    const Split s = make_split("given:as=improved").make(request(*marks));
    CHECK(s.test_queries == rows_of(*marks, {RowMark::query}));
    CHECK(shared(s.learnable, s.test_database).empty());
    CHECK(s.learnable == merge({s.training, s.validation_queries, s.validation_database}));
    CHECK(merge({s.test_queries, s.test_database, s.learnable}).size() == n);
  }
  const Split s = make_split("given:as=improved").make(request(alone));
  CHECK(s.training == rows_of(alone, {RowMark::training}));
  CHECK(s.test_database == without(rows_of(alone, {RowMark::database}), s.learnable));
  SplitRequest none = request(alone);
  none.sizes.validation_queries = none.sizes.validation_database = 0;
  CHECK(make_split("given:as=improved").make(none).test_database ==
        rows_of(alone, {RowMark::database}));
}

TEST_CASE("given: classes are drawn evenly if they are the ground truth") {
  Labels labels;
  for (std::size_t i = 0; i < n; ++i) labels.single.push_back(i % 3 == 0 ? 1 : 0);
  SplitRequest r = request(plain_marks());
  r.balance = &labels;
  std::size_t ones = 0;
  for (const std::uint32_t row : make_split("given").make(r).training) {
    ones += static_cast<std::size_t>(labels.single[row]);
  }
  CHECK(ones == 20);
}

TEST_CASE("given: rows that are excluded are in no part") {
  SplitRequest r = request(plain_marks());
  r.excluded = {0, 1, 2, 299};
  const Split s = make_split("given").make(r);
  CHECK(s.test_queries.size() == 29);
  CHECK(s.test_database.size() == 267);
  CHECK(shared(s.learnable, r.excluded).empty());
  r.excluded = rows_of(plain_marks(), {RowMark::query});
  CHECK(refused("", r) ==
        "split 'given': every query equals an earlier row, and duplicates = exclude");
  r.excluded = rows_of(plain_marks(), {RowMark::database});
  CHECK(refused("", r) ==
        "split 'given': every row of the database equals an earlier row, and duplicates = exclude");
}

TEST_CASE("given: what does not fit is refused with a remedy") {
  const RowMarks both = marks_with(RowMark::training_database);
  SplitRequest bare = request(plain_marks());
  bare.marks = nullptr;
  CHECK(refused("", bare) == "split 'given' needs '/split', which the data set lacks");
  CHECK(error_of([] { make_split("given").recipe(n); }) ==
        "split 'given' needs '/split', which the data set lacks");
  SplitRequest shorter = request(plain_marks());
  --shorter.n;
  CHECK(refused("", shorter) ==
        "split 'given': '/split' marks 300 rows, the data set has 299: expected one mark a row");
  SplitRequest folds = request(plain_marks());
  folds.folds = 3;
  CHECK(refused("", folds) ==
        "split 'given' has the queries that the data set marks: 'folds' does not apply to it");
  CHECK(refused(":training=marked", request(plain_marks())) ==
        "split 'given': training=marked, but '/split' marks no training row by 2 or 3: use "
        "training=drawn or training=all");
  CHECK(refused(":training=all,as=improved", request(plain_marks())) ==
        "split 'given': training=all and as=improved exclude each other: nothing would be left to "
        "rank that is not learned from; use as=literature, or training=drawn");
  for (const char* training : {"auto", "marked", "drawn"}) {
    CHECK(refused(fmt::format(":as=improved,training={}", training), request(both)) ==
          "split 'given': as=improved ranks nothing that is learned from, but '/split' marks 60 "
          "rows as both by 2: use as=literature, or mark them 3 (training alone)");
  }
  SplitRequest large = request(plain_marks());
  large.sizes.training = 271;
  CHECK(refused("", large) ==
        "split 'given': option 'training' = 271 does not fit: only 270 rows are left of the "
        "database");
  large.sizes.training = 0;
  CHECK(refused("", large) == "split 'given': option 'training' = 0, must be >= 1");
  large.sizes = {
      .test_queries = 9999, .validation_queries = 30, .validation_database = 200, .training = 40};
  CHECK(refused("", large) == "no error");  // all of it is ranked all the same
  CHECK(refused(":as=improved", large) ==
        "split 'given': as=improved: what is drawn for training and validation leaves nothing to "
        "rank of the 270 rows of the database: lower 'validation-database' = 200, or use "
        "as=literature");
  RowMarks no_queries(n, RowMark::database);
  CHECK(refused("", request(no_queries)) ==
        "split 'given': '/split' marks no query: mark some, or use another strategy");
  CHECK(error_of([] { make_split("given:training=some"); }) ==
        "split 'given:training=some': option 'training' = 'some', must be auto | marked | drawn | "
        "all");
}

}  // namespace hashlab::given_test
