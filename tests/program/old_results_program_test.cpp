#include "experiments/suite/results_folder.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::old_results_program_test {

using namespace experiments;
using namespace results;
using namespace testing;

// Results folders of earlier versions (tests/data/make_results_fixture.sh). They are never made
// again: a change that makes them unreadable, or their numbers others, has to be undone.

namespace {

namespace fs = std::filesystem;

std::vector<std::string> old_results() {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(HASHLAB_SOURCE_DIR "/tests/data")) {
    if (entry.is_directory() && entry.path().filename().string().starts_with("results-")) {
      folders.push_back(entry.path().string());
    }
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::vector<std::string> cells_of(const std::string& folder) {
  std::vector<std::string> cells;
  for (const auto& entry : fs::directory_iterator(folder + "/cells")) {
    cells.push_back(entry.path().string());
  }
  std::sort(cells.begin(), cells.end());
  return cells;
}

}  // namespace

TEST_CASE("old results: tables have the numbers that they had") {
  for (const std::string& folder : old_results()) {
    CAPTURE(folder);
    const std::string before = fingerprint(folder);
    const auto table = [&](const std::string& options) {
      return hashlab::testing::hashlab(fmt::format("table '{}' {}", folder, options));
    };
    CHECK(table("--long --format csv").out == read_file(folder + "/tables/long.csv"));
    CHECK(table("--format csv").out == read_file(folder + "/tables/tables.csv"));
    const Outcome text = table("");
    CHECK(text.status == 0);
    CHECK(text.out == Contains("auprc on fixture"));
    CHECK(text.out == Contains("cosine (uncompressed)"));
    CHECK(table("--letters --ties --metric precision@1 --metric 'table-f1[K=4,L=2,r=1]'").status ==
          0);
    // Later versions may tell more of a cell, never less or otherwise.
    const std::vector<std::string> now = lines_of(table("--everything").out);
    for (const std::string& line : lines_of(read_file(folder + "/tables/everything.csv"))) {
      CAPTURE(line);
      CHECK(std::find(now.begin(), now.end(), line) != now.end());
    }
    CHECK(hashlab::testing::hashlab(fmt::format("hash-tables '{}'", folder)).status == 0);
    CHECK(hashlab::testing::hashlab(fmt::format("compare '{}'", folder)).out ==
          Contains("matched - improved"));
    const TemporaryFolder page;
    CHECK(hashlab::testing::hashlab(
              fmt::format("report '{}' --out '{}'", folder, page / "report.html"))
              .status == 0);
    CHECK(fingerprint(folder) == before);
  }
}

TEST_CASE("old results: every cell is found, whole, and can be inspected") {
  for (const std::string& folder : old_results()) {
    CAPTURE(folder);
    const std::vector<std::string> cells = cells_of(folder);
    std::size_t failed = 0;
    for (const std::string& line : lines_of(read_file(folder + "/tables/everything.csv"))) {
      failed += line.find(",failure,reason,") != std::string::npos ? 1 : 0;
    }
    CHECK(failed > 0);
    const Outcome status = hashlab::testing::hashlab(fmt::format("status '{}'", folder));
    CHECK(status.status == 1);
    CHECK(lines_of(status.out).back() ==
          fmt::format("fixture on fixture: {} cells, {} done, 0 missing, {} failed, 0 damaged",
                      cells.size(), cells.size() - failed, failed));
    for (const std::string& cell : cells) {
      CAPTURE(cell);
      const Outcome shown = hashlab::testing::hashlab(fmt::format("inspect '{}'", cell));
      CHECK(shown.status == 0);
      CHECK(shown.out == Contains("fixture"));
    }
  }
}

}  // namespace hashlab::old_results_program_test
