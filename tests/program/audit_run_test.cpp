#include "experiments/audit/audit_results.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/suite_members.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "results/record/record.h"
#include "results/scores/recognition_scores.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::audit_run_test {

using namespace experiments;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

std::string suites() {
  return HASHLAB_SOURCE_DIR "/experiments/suites";
}

std::string last_line(const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  return lines.empty() ? "" : lines.back();
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// A finished study whose cells are tampered with.
class Tampered {
 public:
  Tampered() { REQUIRE(study_.run().status == 0); }

  /// Changes the record of the first cell of this hasher, split and run.
  template <typename Change>
  void change(const std::string& hasher, const std::string& split, std::size_t run, Change change) {
    for (const std::string& path : study_.cells()) {
      CellRecord record = read_cell(path, true);
      if (record.hasher != hasher || record.split != split || record.run != run) continue;
      change(record);
      write_cell(path, record);
      return;
    }
    FAIL("no such cell");
  }

  Outcome audit(const std::string& options = "") const {
    return hashlab::testing::hashlab(
        fmt::format("audit '{}' --data '{}' {}", study_.results(), study_ / "", options));
  }

  const SmallStudy& study() const { return study_; }

 private:
  SmallStudy study_;
};

/// The rows of a part, from the codes of a cell.
Rows rows_of(const std::string& cell, const std::string& part) {
  const H5File file = H5File::open(cell);
  Rows rows(file.shape("/" + part + "/rows").size.front());
  file.read("/" + part + "/rows", rows.data());
  return rows;
}

void add(SharedRows& rows, std::uint32_t row) {
  rows = united(rows, {row});
}

}  // namespace

TEST_CASE("audit: what a suite's cells would do, and what they did, is clean") {
  const SmallStudy study;
  const std::string suite = fmt::format("audit '{}' --data '{}'", study / "tiny.ini", study / "");
  const Outcome planned = hashlab::testing::hashlab(suite +
                                                    " --set split=improved "
                                                    "--set split=literature --set split=matched");
  CHECK(planned.status == 0);
  CHECK(last_line(planned.out) == "audit: 18 cells, 6 splits: clean");
  CHECK(
      planned.out ==
      Contains("improved: clean; 2 runs of 3 cells (planned)\n  40 queries rank 400 rows; 0 of 100 "
               "training rows are among them\n"));
  CHECK(planned.out ==
        Contains("matched: clean; 2 runs of 3 cells (planned)\n  40 queries rank 400 rows; 100 of "
                 "100 training rows are among them\n"));
  CHECK(planned.out == Contains("note: the radius that defines who is relevant"));

  REQUIRE(study.run().status == 0);
  const std::string results = fmt::format("audit '{}' --data '{}'", study.results(), study / "");
  const Outcome recorded = hashlab::testing::hashlab(results);
  CHECK(recorded.status == 0);
  CHECK(recorded.out == Contains("literature: clean; 2 runs of 3 cells (recorded)"));
  CHECK(last_line(recorded.out) == "audit: 12 cells, 4 splits: clean");
  fs::remove(study.cells().front());
  const Outcome fewer = hashlab::testing::hashlab(results);
  CHECK(fewer.status == 0);
  CHECK(fewer.out == Contains("note: 1 of 12 cells are missing, 0 failed: nothing to look at\n"));
  CHECK(last_line(fewer.out) == "audit: 11 cells, 4 splits: clean");
}

TEST_CASE("audit: a recorded row that was held out and fitted something fails its cell") {
  Tampered t;
  REQUIRE(t.study().run("--keep-codes").status == 0);
  const std::string cell = t.study().cells().front();
  REQUIRE(read_cell(cell, false).run == 1);
  const Rows queries = rows_of(cell, "query");
  const std::vector<std::string> cells = t.study().cells();
  const std::string improved_cell =
      *std::find_if(cells.begin(), cells.end(), [](const std::string& path) {
        const CellRecord r = read_cell(path, false);
        return r.split == "improved" && r.run == 1;
      });
  const Rows database = rows_of(improved_cell, "database");
  t.change("pca+npq", "improved", 1, [&](CellRecord& r) { add(r.fitted["mean"], queries[3]); });
  const Outcome one = t.audit();
  CHECK(one.status == 1);
  CHECK(one.out == Contains(fmt::format("\nimproved run 1: pca+npq 8 bits: leak: "
                                        "mean-fitted-on-queries: 1 of 40 test queries (row {})\n",
                                        queries[3])));
  CHECK(last_line(one.out) == "audit: 12 cells, 4 splits: 1 leak of 1 kind");

  t.change("itq+mhq", "improved", 1, [&](CellRecord& r) {
    add(r.fitted["thresholds"], database[0]);
    add(r.fitted["thresholds"], database[7]);
  });
  // Rows of the database may be learned from there.
  t.change("itq+mhq", "literature", 1,
           [&](CellRecord& r) { add(r.fitted["thresholds"], database[0]); });
  const Outcome two = t.audit();
  CHECK(two.status == 1);
  CHECK(two.out == Contains(fmt::format("\nimproved run 1: itq+mhq 8 bits: leak: "
                                        "thresholds-fitted-on-database: 2 of 400 database rows "
                                        "(rows {}, {})\n",
                                        database[0], database[7])));
  CHECK(last_line(two.out) == "audit: 12 cells, 4 splits: 2 leaks of 2 kinds");
  CHECK(t.audit("--format csv").out ==
        Contains("small,improved,1,itq+mhq 8 bits,leak,thresholds-fitted-on-database,2,400\n"));
}

TEST_CASE("audit: every quantity of an improved cell is judged, by every held-out row") {
  Tampered t;
  REQUIRE(t.study().run("--keep-codes --set runs=1").status == 0);
  for (const char* quantity :
       {"mean", "projection", "thresholds", "learner-ball-radius", "hyperparameters"}) {
    for (const char* part : {"query", "database"}) {
      CAPTURE(quantity);
      CAPTURE(part);
      Rows before;
      t.change("lsh+sbq", "improved", 1, [&](CellRecord& r) {
        before = r.fitted[quantity];
        for (const std::string& path : t.study().cells()) {
          const CellRecord other = read_cell(path, false);
          if (other.split != "improved" || other.run != 1) continue;
          add(r.fitted[quantity], rows_of(path, part).back());
          break;
        }
      });
      const Outcome outcome = t.audit();
      CHECK(outcome.status == 1);
      CHECK(outcome.out == Contains(fmt::format("leak: {}-fitted-on-{}: 1 of ", quantity,
                                                *part == 'q' ? "queries" : "database")));
      CHECK(count_of(outcome.out, "leak: ") == 1);
      t.change("lsh+sbq", "improved", 1, [&](CellRecord& r) { r.fitted[quantity] = before; });
    }
  }
  CHECK(t.audit().status == 0);
}

TEST_CASE("audit: cells of other splits are told, one without fitted rows is refused") {
  Tampered t;
  t.change("lsh+sbq", "improved", 2,
           [](CellRecord& r) { r.split_checksum = std::string(64, '0'); });
  const Outcome other = t.audit();
  CHECK(other.status == 1);
  CHECK(other.out ==
        Contains("improved run 2: lsh+sbq 8 bits: leak: other-split-than-recorded: 1 of 1 splits"));
  t.change("lsh+sbq", "improved", 1, [](CellRecord& r) { r.fitted.clear(); });
  const Outcome silent = t.audit();
  CHECK(silent.status == 2);
  CHECK(refusal(silent) == Contains("does not say which rows fitted what"));
}

TEST_CASE("audit: row numbers are judged without the features too, if the splits can be drawn") {
  Tampered t;
  t.change("pca+npq", "improved", 1, [](CellRecord& r) {
    for (std::uint32_t row = 0; row < 600; ++row) add(r.fitted["mean"], row);
  });
  const ResultsFolder folder{t.study().results()};
  const Manifest manifest = read_manifest(folder);
  const std::string path = t.study() / "small.h5";
  const Dataset whole = read_dataset(path);
  const Audit full = audit_results(folder, manifest, Study(whole, manifest.suite), {});
  for (const std::string& labels : {std::string(), path}) {
    const Dataset outline = outline_of(manifest.dataset, labels);
    const Audit rows = audit_results(folder, manifest, Study(outline, manifest.suite), {});
    CHECK_FALSE(rows.with_features);
    CHECK(rows.cell_count() == 12);
    REQUIRE(rows.all_leaks().size() == 1);
    CHECK(leak_text(rows.all_leaks()[0]) == leak_text(full.all_leaks()[0]));
    REQUIRE(rows.splits.size() == full.splits.size());
    CHECK(rows.splits[0].sizes == full.splits[0].sizes);
    CHECK(rows.splits[0].balance.empty() == labels.empty());
  }
  Manifest excluding = manifest;
  excluding.suite.exclude_duplicates = true;
  const Dataset outline = outline_of(manifest.dataset, "");
  CHECK(error_of([&] { audit_results(folder, excluding, Study(outline, excluding.suite), {}); }) ==
        Contains("its splits leave out equal rows"));
}

TEST_CASE("audit: results of other data, or of none, are refused with status 2") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  write_dataset(study / "small.h5", small_dataset(601, 16));
  const Outcome other =
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", study.results(), study / ""));
  CHECK(other.status == 2);
  CHECK(refusal(other) == Contains("was made from a data set with checksum "));
  const Outcome none = hashlab::testing::hashlab(fmt::format("audit '{}'", study / ""));
  CHECK(none.status == 2);
}

TEST_CASE("audit: --format json says the same and can be parsed") {
  Tampered t;
  t.change("pca+npq", "improved", 2, [](CellRecord& r) {
    Rows all;
    for (std::uint32_t row = 0; row < 600; ++row) all.push_back(row);
    r.fitted["mean"] = all;
  });
  const Outcome json = t.audit("--format json");
  CHECK(json.status == 1);
  CHECK(json.out == Contains("\"clean\": false, \"cells\": 12, \"splits\": 4, \"leaks\": 1"));
  CHECK(json.out ==
        Contains("{\"kind\": \"mean-over-everything\", \"count\": 440, \"of\": 440, \"what\": "
                 "\"held-out rows\", \"rows\": ["));
  if (!fs::exists("/usr/bin/python3")) return;
  const TemporaryFolder folder;
  write_file(folder / "a.json", json.out);
  CHECK(shell("/usr/bin/python3 -m json.tool '" + folder / "a.json" + "'").status == 0);
}

TEST_CASE("audit: equal rows leak unless the suite excludes them") {
  const SmallStudy study;
  Dataset dataset = small_dataset(600, 16);
  for (arma::uword i = 0; i < 30; ++i) dataset.features.col(300 + i) = dataset.features.col(i);
  write_dataset(study / "small.h5", dataset);
  const std::string suite = fmt::format("audit '{}' --data '{}'", study / "tiny.ini", study / "");
  const Outcome with = hashlab::testing::hashlab(suite);
  CHECK(with.status == 1);
  CHECK(with.out == Contains("note: 30 of 600 rows repeat an earlier one\n"));
  CHECK(with.out == Contains("leak: copies-of-queries-in-database: "));
  const Outcome without = hashlab::testing::hashlab(suite + " --set duplicates=exclude");
  CHECK(without.status == 0);
  CHECK(last_line(without.out) == "audit: 12 cells, 4 splits: clean");
}

TEST_CASE("audit: a folder of several results folders is looked at as a whole") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  Dataset more = small_dataset(700, 16);
  write_dataset(study / "more.h5", more);
  REQUIRE(hashlab::testing::hashlab(
              fmt::format("run '{}' --data '{}' --out '{}' --set dataset=more --set runs=1",
                          study / "tiny.ini", study / "", study / "all/more"))
              .status == 0);
  fs::rename(study.results(), study / "all/small");
  const Outcome both =
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", study / "all", study / ""));
  CHECK(both.status == 0);
  CHECK(both.out == Contains("data set more\n"));
  CHECK(both.out == Contains("data set small\n"));
  CHECK(last_line(both.out) == "audit: 12 cells, 4 splits: clean");
}

namespace {

/// The views that a suite reads.
std::set<std::string> views_of(const Suite& suite) {
  std::set<std::string> views(suite.views.begin(), suite.views.end());
  if (!suite.view.empty()) views.insert(suite.view);
  return views;
}

/// Suites whose data are at hand are audited on them, others on stand-ins.
bool has_real_data(const std::vector<Member>& members) {
  return std::all_of(members.begin(), members.end(), [](const Member& member) {
    return fs::exists(fmt::format("{}/{}.h5", real_data_folder(), member.suite.dataset));
  });
}

/// True if codes of the suite at `file` take more hash dimensions than a stand-in has features.
bool is_wide(const std::string& file) {
  return fs::path(file).stem() == "vector-quantisers";
}

/// A data set that any suite can run on, pictures of 8 x 8 points as well as 16 local descriptors;
/// with views, 128 features of each, and a split of its own. Its last class is `none`, if that is a
/// class.
void write_stand_in(const std::string& path, const std::set<std::string>& views, std::int32_t none,
                    arma::uword features = 192) {
  constexpr arma::uword width = 128;
  Dataset dataset = small_dataset(27000, views.empty() ? features : width * views.size());
  if (none >= 0) std::replace(dataset.labels.single.begin(), dataset.labels.single.end(), 3, none);
  if (views.empty()) return write_dataset(path, dataset);
  H5File file = H5File::create(path);
  std::vector<std::int32_t> marks(dataset.size());
  for (std::size_t i = 0; i < marks.size(); i += 10) marks[i] = 1;
  arma::uword first = 0;
  for (const std::string& view : views) {
    const Features X = dataset.features.rows(first, first + width - 1);
    file.write("/" + view + "/features", X.memptr(), {X.n_cols, width});
    first += width;
  }
  file.write("/labels", dataset.labels.single.data(), {dataset.size()});
  file.write("/split", marks.data(), {marks.size()});
  write_file(path, file.image());
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("audit: the improved cells of every suite that ships are clean") {
    const TemporaryFolder folder;
    const std::string wide = folder / "wide";
    fs::create_directory(wide);
    std::map<std::string, std::vector<Member>> members;    // of each suite, by its file
    std::map<std::string, std::set<std::string>> views;    // of each data set
    std::map<std::string, std::int32_t> without_landmark;  // the class, if there is one
    for (const auto& entry : fs::directory_iterator(suites())) {
      const std::string file = entry.path().string();
      if (entry.path().extension() != ".ini") continue;
      members[file] = read_suites(file, {}, "");
      if (has_real_data(members[file])) continue;
      if (is_wide(file)) {
        for (const Member& member : members[file]) {
          const std::string path = fmt::format("{}/{}.h5", wide, member.suite.dataset);
          if (!fs::exists(path)) write_stand_in(path, {}, -1, 512);
        }
        continue;
      }
      for (const Member& member : members[file]) {
        views[member.suite.dataset].merge(views_of(member.suite));
        const auto none = results::recognition_sweep(member.suite.scores).no_landmark;
        without_landmark[member.suite.dataset] = none.empty() ? -1 : none.front();
      }
    }
    // Stand-ins of the same names, as small as splits of two seen and two unseen classes can be.
    for (const auto& [dataset, of_it] : views) {
      write_stand_in(folder / dataset + ".h5", of_it, without_landmark[dataset]);
    }
    std::size_t audited = 0;
    for (const auto& entry : members) {
      const std::string& file = entry.first;
      const std::vector<Member>& of_suite = entry.second;
      CAPTURE(file);
      std::size_t cells = 0;
      bool improved = false;
      for (const Member& member : of_suite) {
        const auto& splits = member.suite.splits;
        improved = improved || std::find(splits.begin(), splits.end(), "improved") != splits.end();
        cells += splits.size();
      }
      REQUIRE(cells > 0);
      // What is held out does not depend on how many runs follow.
      const bool is_real = has_real_data(of_suite);
      const Outcome outcome =
          hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}' --set runs={}", file,
                                                is_real         ? real_data_folder()
                                                : is_wide(file) ? wide
                                                                : folder.path(),
                                                is_real ? 2 : 1));
      const std::string suite = fs::path(file).stem();
      CHECK(outcome.error == "");
      if (suite == "cross-modal-study") {  // repeats what was published
        CHECK(outcome.out == Contains("joint-codes-in-database"));
        continue;
      }
      if (suite == "landmarks") {  // says what leaks are worth
        CHECK(last_line(outcome.out) == "audit: 2 cells, 2 splits: 4 leaks of 2 kinds");
        continue;
      }
      CHECK(outcome.status == 0);
      CHECK(last_line(outcome.out) == Contains(": clean"));
      if (!improved) continue;  // training-times looks at no database that was held out
      const std::string runs = is_real ? "2 runs" : "1 run";
      CHECK(outcome.out == Contains("improved: clean; " + runs + " of "));
      ++audited;
    }
    CHECK(audited >= 8);
  }

  TEST_CASE("audit: 15-Scene has equal images, which leak unless they are excluded") {
    const std::string data = real_data({"scene15_gist512.h5"});
    if (data.empty()) return;
    const std::string suite = fmt::format(
        "audit '{}/quickstart.ini' --data '{}' --set dataset=scene15_gist512 --set "
        "test-queries=500 --set training=1000 --set validation-queries=200 --set "
        "validation-database=1000",
        suites(), data);
    const Outcome with = hashlab::testing::hashlab(suite);
    CHECK(with.status == 1);
    CHECK(with.out == Contains("note: 18 of 4485 rows repeat an earlier one\n"));
    CHECK(with.out == Contains("leak: copies-of-queries-in-database: "));
    CHECK(count_of(with.out, "leak: ") == count_of(with.out, "leak: copies-of-"));
    const Outcome without = hashlab::testing::hashlab(suite + " --set duplicates=exclude");
    CHECK(without.status == 0);
    CHECK(last_line(without.out) == "audit: 520 cells, 20 splits: clean");
  }
}

}  // namespace hashlab::audit_run_test
