// What tables say of choices: how often each was made, and how long its codes are.

#include "experiments/gather/notes/registry.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::choices_test {

using namespace experiments;

namespace {

/// The notes on cells of which run k has the k-th of these choices, with codes of so many bits.
std::vector<std::string> notes_on(const std::string& lines,
                                  const std::vector<std::pair<std::string, double>>& choices) {
  Manifest manifest;
  manifest.suite = parse_suite(
      "name = s\ndataset = d\ngroundtruth = class\nmetric = map\nsplit = improved\nbits = 64\n"
      "runs = 3\nvalidation-queries = 100\nvalidation-database = 500\ntest-queries = 100\n"
      "training = 500\n" +
          lines,
      "s.ini", {});
  const auto found = notes::choices({manifest});
  for (const Cell& cell : plan_cells(manifest.suite, {"d", "checksum", 5000, 32})) {
    if (!cell.method.chooses()) continue;
    results::CellRecord record;
    record.choice = choices.at(cell.run - 1).first;
    record.facts["code-bits"] = choices.at(cell.run - 1).second;
    found->add(cell, record);
  }
  return found->lines();
}

}  // namespace

TEST_CASE("choices: where auto gives fewer bits than asked for tables say how many") {
  const std::vector<std::string> notes =
      notes_on("hasher = auto\nauto-budget = 10\n",
               {{"itq+npq:thresholds=7", 63}, {"itq+sbq", 64}, {"itq+npq:thresholds=7", 63}});
  REQUIRE(notes.size() == 2);
  CHECK(notes[1] ==
        "auto at 64 bits, improved: itq+npq:thresholds=7 (63 bits) in 2 runs, itq+sbq in 1");
}

TEST_CASE("choices: codes whose length depends on the run have the least and the most") {
  const std::vector<std::string> notes = notes_on(
      "hasher = auto\nauto-budget = 10\n", {{"itq+apt", 61}, {"itq+apt", 64}, {"itq+apt", 63}});
  CHECK(notes.back() == "auto at 64 bits, improved: itq+apt (61 to 64 bits) in 3 runs");
}

TEST_CASE("choices: so does a point of a grid") {
  const std::vector<std::string> notes =
      notes_on("hasher = itq+npq\ngrid = itq+npq: thresholds=3,7\n",
               {{"itq+npq:thresholds=7", 63}, {"itq+npq", 64}, {"itq+npq", 64}});
  CHECK(notes.back() ==
        "itq+npq:tuned at 64 bits, improved: thresholds=3 in 2 runs, thresholds=7 (63 bits) in 1");
}

}  // namespace hashlab::choices_test
