#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "lib/files/sha256.h"
#include "results/record/record.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace hashlab;
using namespace hashlab::testing;

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

/// Recipes of 0.1 told all options of a method, these among them; and npq had version 1.
std::string as_npq_is_told_now(std::string recipe) {
  const std::string unused =
      " population=15 generations=15 steps=100 temperature=2000 cooling=0.95";
  const std::size_t at = recipe.find(unused);
  if (at != std::string::npos) recipe.erase(at, unused.size());
  const std::size_t npq = recipe.find("npq/1 ");
  return npq == std::string::npos ? recipe : recipe.replace(npq, 6, "npq/2 ");
}

}  // namespace

TEST_CASE("old results: there are some") {
  CHECK(fs::exists(HASHLAB_SOURCE_DIR "/tests/data/results-0.1/manifest.tsv"));
}

TEST_CASE("old results: cells keep their keys, but for what npq's recipe tells otherwise") {
  const ResultsFolder folder{HASHLAB_SOURCE_DIR "/tests/data/results-0.1"};
  const Manifest manifest = read_manifest(folder);
  const std::vector<Cell> planned = plan_cells(manifest.suite, manifest.dataset);
  REQUIRE(planned.size() == manifest.cells.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const std::string old = read_cell(folder.cell_path(manifest.cells[i]), false).recipe;
    CHECK(as_npq_is_told_now(old) == planned[i].recipe);
    CHECK((planned[i].key == manifest.cells[i].key) == (old == planned[i].recipe));
    kept += planned[i].key == manifest.cells[i].key ? 1 : 0;
  }
  CHECK(kept == planned.size() / 2);  // of lsh+sbq and cosine
}

TEST_CASE("old results: those of itq-cca and grh, whose meaning changed, are stale") {
  const Suite suite = parse_suite(
      "name = s\ndataset = d\nhasher = itq+sbq\nhasher = itq-cca+sbq\nhasher = grh+sbq\n"
      "hasher = grh+sbq:start=itq-cca,svm=rbf\nbits = 8\nruns = 1\nsplit = improved\n",
      "test", {});
  // As version 0.1 wrote them.
  const std::string grh = "self-loops=yes zero-sign=+1 svm=";
  const std::vector<std::pair<std::string, bool>> first_projections = {
      {"itq/1 iterations=100", false},
      {"itq-cca/1 ridge=0.0001 iterations=100 scaled=yes", true},
      {"grh/1 start=lsh start-ridge=0.001 smoothing=1 rounds=1 anchor=initial " + grh +
           "linear price=1 gamma=auto bias=no",
       true},
      {"grh/1 start=itq-cca start-ridge=0.001 smoothing=1 rounds=1 anchor=initial " + grh +
           "rbf price=1 gamma=auto bias=no",
       true}};
  const std::vector<Cell> cells = plan_cells(suite, {"d", std::string(64, 'a'), 24000, 128});
  REQUIRE(cells.size() == first_projections.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CAPTURE(first_projections[i].first);
    const auto& [projection, stale] = first_projections[i];
    const std::string& now = cells[i].recipe;
    const std::size_t begin = now.find("projection = "), end = now.find('\n', begin);
    const std::string old = now.substr(0, begin) + "projection = " + projection + now.substr(end);
    CHECK((sha256(old) != cells[i].key) == stale);
  }
}

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
