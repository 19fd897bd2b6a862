#include "experiments/suite/plan.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_file.h"
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

namespace hashlab::old_results_test {

using namespace experiments;
using namespace results;
using namespace testing;

// Results folders of earlier versions (tests/data/make_results_fixture.sh). They are never made
// again: a change that makes them unreadable, or their numbers others, has to be undone.

namespace {

namespace fs = std::filesystem;

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

}  // namespace hashlab::old_results_test
