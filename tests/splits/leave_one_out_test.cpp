#include "splits/split.h"
#include "tests/support/rows.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <numeric>
#include <set>
#include <string>

namespace hashlab::leave_one_out_test {

using namespace splits;

using namespace testing;

namespace {

constexpr std::size_t n = 120;
const SplitSizes sizes = {
    .test_queries = 7, .validation_queries = 5, .validation_database = 10, .training = 30};

const Labels& six() {
  static const Labels labels = [] {
    Labels made;
    for (std::size_t i = 0; i < n; ++i) made.single.push_back(static_cast<std::int32_t>(i % 6));
    return made;
  }();
  return labels;
}

SplitRequest request(std::size_t run = 1) {
  return {"checksum", n, nullptr, sizes, 7, run, &six()};
}

Split split(const std::string& name, const SplitRequest& r = request()) {
  return make_split(name).make(r);
}

std::set<std::int32_t> classes_in(const Rows& rows) {
  std::set<std::int32_t> classes;
  for (const std::uint32_t row : rows) classes.insert(six().single[row]);
  return classes;
}

std::string refused(const std::string& name, const SplitRequest& r) {
  return error_of([&] { split(name, r); });
}

}  // namespace

TEST_CASE("self: the rows that are not learned from ask each other, whatever 'test-queries' is") {
  const Split held_out = split("self");
  CHECK(held_out.test_queries.size() == n - 30 - 5 - 10);
  CHECK(held_out.test_queries == held_out.test_database);
  CHECK(common(held_out.learnable, held_out.test_queries).empty());
  SplitRequest other = request();
  other.sizes.test_queries = 0;
  CHECK(split_checksum(split("self", other)) == split_checksum(held_out));
  CHECK(make_split("self").strategy->used_sizes({}).test_queries == false);
}

TEST_CASE("self: all rows ask if training rows are drawn among them, or are all of them") {
  const Split drawn = split("self:training=drawn"), all = split("self:training=all");
  CHECK(drawn.test_queries.size() == n);
  CHECK(drawn.training == split("self").training);
  CHECK(all.test_queries == drawn.test_queries);
  CHECK(all.training == all.test_queries);
  CHECK(all.validation_queries.empty());
  CHECK(make_split("self:training=all").strategy->info().ranked == RankedRows::any);
  SplitRequest without = request();
  without.excluded = {3, 4};
  CHECK(split("self:training=all", without).test_queries.size() == n - 2);
}

TEST_CASE("self: what it cannot do is told in a line") {
  SplitRequest r = request();
  r.sizes.training = 0;
  CHECK(refused("self", r) == "split 'self': option 'training' = 0, must be >= 1");
  r.sizes.training = n - 16;
  CHECK(refused("self", r) ==
        "split 'self': what is learned from leaves 1 of 120 rows, and a row needs another to ask "
        "for: lower 'training' = 104 and the validation sizes");
  r.folds = 2;
  CHECK(refused("self", r) == Contains("'folds' does not apply"));
}

TEST_CASE("zero-shot: rows of unseen classes ask each other, all others are learned from") {
  std::set<std::set<std::int32_t>> held_out;
  for (std::size_t run = 1; run <= 8; ++run) {
    const Split s = split("zero-shot", request(run));
    CHECK(s.test_queries == s.test_database);
    CHECK(classes_in(s.test_queries).size() == 3);
    CHECK(s.test_queries.size() + s.training.size() == n);
    held_out.insert(classes_in(s.test_queries));
  }
  CHECK(held_out.size() > 1);
  const Split drawn = split("zero-shot:training=drawn");
  CHECK(drawn.training.size() == 30);
  CHECK(drawn.test_queries == split("zero-shot").test_queries);
}

TEST_CASE("zero-shot: the classes of the highest numbers are held out where it is asked for") {
  const Split s = split("zero-shot:classes=last");
  CHECK(classes_in(s.test_queries) == std::set<std::int32_t>{3, 4, 5});
  CHECK(split_checksum(split("zero-shot:classes=last", request(2))) == split_checksum(s));
  CHECK(classes_in(split("zero-shot:classes=last,test-classes=0.34").test_queries) ==
        std::set<std::int32_t>{4, 5});
}

TEST_CASE("zero-shot: holds out the classes that class-disjoint holds out") {
  const Split a = split("class-disjoint:test-classes=0.5"), b = split("zero-shot");
  CHECK(classes_in(a.test_queries) == classes_in(b.test_queries));
}

TEST_CASE("zero-shot: what it cannot do is told in a line") {
  SplitRequest r = request();
  r.labels = nullptr;
  CHECK(refused("zero-shot", r) == "split 'zero-shot' needs '/labels', which the data set lacks");
  r = request();
  r.sizes.training = 61;
  CHECK(refused("zero-shot:training=drawn", r) ==
        "split 'zero-shot': option 'training' = 61 does not fit: only 60 rows are left of the "
        "other classes");
}

}  // namespace hashlab::leave_one_out_test
