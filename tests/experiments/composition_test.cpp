#include "experiments/audit/composition.h"

#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hashlab::composition_test {

using namespace experiments;
using namespace testing;

namespace {

constexpr std::size_t n = 800;

/// One class in so many rows of all classes, the others evenly.
Labels one_frequent(double share) {
  Labels labels;
  Rng rng(1);
  for (std::size_t i = 0; i < n; ++i) {
    labels.single.push_back(rng.uniform() < share ? 0
                                                  : 1 + static_cast<std::int32_t>(rng.below(5)));
  }
  return labels;
}

Labels with_unlabelled_rows() {
  Labels labels;
  labels.multi.zeros(8, n);
  Rng rng(2);
  for (std::size_t i = 0; i < n; ++i) {
    if (rng.uniform() < .22) continue;
    labels.multi(rng.below(8), i) = labels.multi(rng.below(8), i) = 1;
  }
  return labels;
}

std::vector<DrawnSplit> drawn(const Labels& labels, bool is_balanced, std::size_t runs = 3) {
  std::vector<DrawnSplit> all;
  for (const char* name : {"literature", "improved", "matched"}) {
    for (std::size_t run = 1; run <= runs; ++run) {
      splits::SplitRequest request{
          "checksum", n, is_balanced ? &labels : nullptr, {100, 50, 100, 150}, 5, run, &labels};
      request.judged_by = &labels;
      const splits::NamedSplit split = splits::make_split(name);
      all.push_back({name, run, split.strategy->info().ranked, false, split.make(request)});
    }
  }
  return all;
}

}  // namespace

TEST_CASE("composition: classes that balanced draws use up are told, with what finds nothing") {
  const Labels labels = one_frequent(.95);
  const std::vector<std::string> notes = composition_notes(drawn(labels, true), labels, true);
  REQUIRE(notes.size() >= 2);
  CHECK(notes[0] == Contains("literature: balanced draws leave no row of "));
  CHECK(notes[0] == Contains("% of the queries have nothing relevant; 'balance = none' draws "));
  CHECK(notes[1] == Contains("improved: balanced draws leave no row of 5 of 6 classes"));
}

TEST_CASE("composition: a split that was given leaves classes without an item: it is told") {
  Labels labels;
  DrawnSplit given{"given", 1, splits::RankedRows::held_out, false, {}};
  for (std::uint32_t row = 0; row < 60; ++row) {
    labels.single.push_back(static_cast<std::int32_t>(row % 3 + (row < 20 ? 1 : 0)));
    (row < 20 ? given.split.test_queries : given.split.test_database).push_back(row);
  }
  for (const bool is_balanced : {false, true}) {
    const std::vector<std::string> notes = composition_notes({given}, labels, is_balanced);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == Contains("given: its rows leave no row of 1 of 4 classes in the database"));
    CHECK(notes[0] == Contains("are the classes of both parts counted from the same number?"));
  }
}

TEST_CASE("composition: another composition than improved's is told with what chance makes of it") {
  const Labels labels = with_unlabelled_rows();
  const std::vector<std::string> notes = composition_notes(drawn(labels, true), labels, true);
  REQUIRE(notes.size() == 1);  // matched has the composition of improved
  CHECK(notes[0].starts_with(
      "databases of different composition: by class, random rankings have a mean average precision "
      "of "));
  CHECK(notes[0] == Contains(" under literature and "));
  CHECK(notes[0] == Contains(" under improved (3 runs), so +"));
}

TEST_CASE("composition: even classes and draws in proportion are not worth a note") {
  for (const Labels& labels : {one_frequent(.95), one_frequent(1. / 6), with_unlabelled_rows()}) {
    CHECK(composition_notes(drawn(labels, false), labels, false).empty());
  }
  const Labels even = one_frequent(1. / 6);
  CHECK(composition_notes(drawn(even, true), even, true).empty());
}

}  // namespace hashlab::composition_test
