#include "experiments/gather/records.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace hashlab::records_test {

using namespace experiments;
using namespace results;
using namespace testing;

namespace {

/// Enough cells for several threads and more than one helping of records.
class ManyCells {
 public:
  ManyCells() {
    manifest_.suite = parse_suite(
        "name = many\ndataset = d\nhasher = lsh+sbq\nbits = 8\nruns = 600\nsplit = improved\n",
        "test", {});
    manifest_.dataset = {"d", std::string(64, 'a'), 24000, 128};
    manifest_.cells = plan_cells(manifest_.suite, manifest_.dataset);
    std::filesystem::create_directories(results_.cells());
    for (const Cell& cell : manifest_.cells) {
      CellRecord record;
      record.recipe = cell.recipe;
      record.key = cell.key;
      record.split = cell.split;
      record.hasher = cell.method.name();
      record.bits = cell.bits;
      record.run = cell.run;
      record.failure = "not computed";
      write_cell(results_.cell_path(cell), record);
    }
  }
  const ResultsFolder& folder() const { return results_; }
  const Manifest& manifest() const { return manifest_; }
  std::string path(std::size_t run) const { return results_.cell_path(manifest_.cells[run - 1]); }
  /// The runs in the order in which they were given, 0 for a cell that is not there.
  std::vector<std::size_t> read() const {
    std::vector<std::size_t> runs;
    std::atomic<std::size_t> prepared = 0;
    for_each_record(
        results_, manifest_, [&](const Cell&, StoredCell&) { ++prepared; },
        [&](const Cell&, std::optional<StoredCell> record) {
          runs.push_back(record ? record->run : 0);
        });
    CHECK(prepared == runs.size() - static_cast<std::size_t>(
                                        std::count(runs.begin(), runs.end(), std::size_t{0})));
    return runs;
  }

 private:
  TemporaryFolder scratch_;
  ResultsFolder results_{scratch_.path()};
  Manifest manifest_;
};

}  // namespace

TEST_CASE("records: all are given in their order, with nothing for those that are missing") {
  const ManyCells cells;
  std::vector<std::size_t> expected;
  for (std::size_t run = 1; run <= 600; ++run) expected.push_back(run);
  CHECK(cells.read() == expected);
  std::filesystem::remove(cells.path(3));
  std::filesystem::remove(cells.path(600));
  expected[2] = expected[599] = 0;
  CHECK(cells.read() == expected);
}

TEST_CASE("records: of several damaged cells the first one is told, whoever reads it first") {
  const ManyCells cells;
  for (const std::size_t run : {590U, 41U, 47U, 300U}) write_file(cells.path(run), "damaged");
  for (int again = 0; again < 10; ++again) {
    CHECK(error_of([&] { cells.read(); }) == cells.path(41) + ": is not an HDF5 file");
  }
  std::filesystem::copy_file(cells.path(2), cells.path(40),
                             std::filesystem::copy_options::overwrite_existing);
  CHECK(error_of([&] { cells.read(); }) ==
        cells.path(40) + ": holds another cell than the manifest says; run the suite again");
}

}  // namespace hashlab::records_test
