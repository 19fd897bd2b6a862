// What tables say of splits that are the same in all runs.

#include "experiments/gather/notes/registry.h"
#include "experiments/suite/plan.h"
#include "experiments/suite/suite_file.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace hashlab::fixed_splits_test {

using namespace experiments;

namespace {

/// The notes on two methods in as many runs as there are checksums.
std::vector<std::string> notes_on(const std::vector<std::string>& checksums) {
  Manifest manifest;
  manifest.suite = parse_suite(
      "name = s\ndataset = d\ngroundtruth = class\nhasher = lsh+sbq\nhasher = pca+sbq\n"
      "split = improved\nbits = 16\nruns = " +
          std::to_string(checksums.size()) + "\n",
      "s.ini", {});
  const auto splits = notes::fixed_splits({manifest});
  for (const Cell& cell : list_cells(manifest.suite)) {
    results::CellRecord record;
    record.split_checksum = checksums.at(cell.run - 1);
    splits->add(cell, record);
  }
  return splits->lines();
}

}  // namespace

TEST_CASE("fixed splits: where all runs have the same rows, a note says what their spread is") {
  CHECK(notes_on({"a", "a", "a"}) ==
        std::vector<std::string>{
            "improved: all 3 runs have the same rows, so deviations, intervals and marks show the "
            "random choices of methods, not what another split would change"});
}

TEST_CASE("fixed splits: drawn rows, a single run and cells without a checksum need no note") {
  CHECK(notes_on({"a", "a", "b"}).empty());
  CHECK(notes_on({"a"}).empty());
  CHECK(notes_on({"", "", ""}).empty());
}

}  // namespace hashlab::fixed_splits_test
