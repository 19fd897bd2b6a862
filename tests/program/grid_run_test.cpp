#include "experiments/choose/grid_scratch.h"
#include "experiments/schedule/runner.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"
#include "lib/relevance/epsilon_ball.h"
#include "lib/rng.h"
#include "tests/support/computed_cell.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::grid_run_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string quantiser_grid = "pca+npq: alpha=0,0.5,1; beta=0.5,2";
const std::string projection_grid = "sklsh+npq: gamma=0.05,0.5,5; thresholds=1,3";

std::string option(const std::string& grid) {
  return fmt::format(" --set 'grid={}'", grid);
}

/// Small data have few neighbours within the learner's ball: larger validation parts than
/// tiny.ini's.
const std::string sizes =
    " --set validation-queries=60 --set validation-database=150 --set test-queries=60";
const std::string small_grids = sizes + " --set hasher=pca+npq --set hasher=sklsh+sbq:gamma=0.5" +
                                option(quantiser_grid) + option(projection_grid);

/// The records of a study by "method bits split run".
std::map<std::string, CellRecord> records_of(const SmallStudy& study) {
  std::map<std::string, CellRecord> records;
  for (const std::string& path : study.cells()) {
    CellRecord r = read_cell(path, true);
    records[fmt::format("{} {} {} {}", r.hasher, r.bits.value(), r.split, r.run)] = r;
  }
  return records;
}

/// Everything of the tuned cells that must not depend on how they were run.
std::string outcome_of(const SmallStudy& study) {
  std::string text = study.numbers();
  for (const auto& [name, record] : records_of(study)) {
    text += fmt::format("{} chose {}\n", name, record.choice);
    for (const auto& [point, score] : record.validation) {
      text += fmt::format("  {} {}\n", point, score);
    }
  }
  return text;
}

std::vector<std::string> scratch_files(const SmallStudy& study) {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(study.results() + "/cells", none)) {
    if (entry.path().extension() != ".h5") files.push_back(entry.path().string());
  }
  return files;
}

struct Tuned {
  Dataset dataset = small_dataset(600, 16);
  Suite suite;

  explicit Tuned(const std::string& grid, const std::string& ground_truth = "") {
    const SmallStudy study;
    suite = read_suite(study / "tiny.ini",
                       {"grid=" + grid, "validation-queries=60", "validation-database=150"});
    std::erase_if(suite.methods, [](const Method& m) { return m.grid() == nullptr; });
    if (!ground_truth.empty()) suite.ground_truth = parse_ground_truth(ground_truth);
  }

  bool by_class() const { return suite.ground_truth.by_class(); }

  CellRecord compute(const Dataset& data, const std::string& split) const {
    return computed_cell(suite, data, split);
  }
};

}  // namespace

TEST_CASE("grid: the choice is the first of the best scores, and every point has one") {
  const SmallStudy study;
  REQUIRE(study.run(small_grids).status == 0);
  const Suite suite = read_suite(study / "tiny.ini", {"grid=" + quantiser_grid});
  std::size_t tuned = 0;
  for (const auto& entry : records_of(study)) {
    CAPTURE(entry.first);
    const auto& [name, record] = entry;
    if (!name.starts_with("pca+npq:tuned ")) continue;
    ++tuned;
    REQUIRE(record.validation.size() == 6);
    std::string best;
    for (const Hasher* point : suite.methods.back().candidates()) {
      REQUIRE(record.validation.contains(point->name));
      if (best.empty() || record.validation.at(point->name) > record.validation.at(best)) {
        best = point->name;
      }
    }
    CHECK(record.choice == best);
    CHECK(record.validation.at(best) > 0);
    CHECK(record.seconds.at("select") > 0);
  }
  CHECK(tuned == 4);
  CHECK(scratch_files(study).empty());
}

TEST_CASE("grid: the scores are those of the metric on the validation parts") {
  for (const char* ground_truth : {"epsilon:neighbours=20,samples=50", "class"}) {
    CAPTURE(ground_truth);
    const Tuned tuned(quantiser_grid, ground_truth);
    const CellRecord record = tuned.compute(tuned.dataset, "improved");
    const Study study(tuned.dataset, tuned.suite);
    const RunContext context = make_run_context(study, "improved", 1);
    const Split& s = context.split;
    for (std::size_t q = 0; q < s.validation_queries.size() && !tuned.by_class(); ++q) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t i = 0; i < s.validation_database.size(); ++i) {
        const double squared = squared_distance(tuned.dataset.features, s.validation_queries[q],
                                                s.validation_database[i]);
        if (std::sqrt(squared) <= context.learner_ball.value->radius) expected.push_back(i);
      }
      const auto found = context.validation.of(q);
      CHECK(std::vector<std::uint32_t>(found.begin(), found.end()) == expected);
    }
    CHECK(context.validation.n_queries() == s.validation_queries.size());
    CHECK(context.validation.n_database == s.validation_database.size());
    // By hand, with other functions than the program's.
    Learner learner(study, context);
    for (const auto& [name, score] : record.validation) {
      const Hasher hasher = make_hasher(name);
      const HashFunction function{hasher, hasher.dimensions(8)};
      const LearnedProjection& projection = learner.projection(function);
      const Quantisation& q = learner.quantiser(function).by[Coder::first];
      const auto codes = [&](const Rows& rows) {
        arma::fmat X(tuned.dataset.features.n_rows, rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
          X.col(i) = tuned.dataset.features.col(rows[i]) - context.mean.value;
        }
        return q.encode(projection.by[Coder::first].projector->project(X));
      };
      const RankCounts counts = rank_counts_reference(
          codes(s.validation_queries), codes(s.validation_database), context.validation);
      CHECK(metric("auprc").value(counts) == doctest::Approx(score).epsilon(1e-6));
    }
  }
}

TEST_CASE("grid: a tuned cell has the numbers of the plain cell of its choice") {
  const SmallStudy study;
  REQUIRE(study.run(small_grids + " --set 'bits=8 12'").status == 0);
  const auto tuned = records_of(study);
  std::string chosen;
  std::vector<std::string> seen;
  for (const auto& [name, record] : tuned) {
    if (record.choice.empty() || std::find(seen.begin(), seen.end(), record.choice) != seen.end()) {
      continue;
    }
    seen.push_back(record.choice);
    chosen += fmt::format(" --set hasher={}", record.choice);
  }
  REQUIRE(seen.size() > 1);
  const SmallStudy plain;
  REQUIRE(plain.run(sizes + chosen + " --set 'bits=8 12'").status == 0);
  const auto others = records_of(plain);
  std::size_t compared = 0;
  for (const auto& entry : tuned) {
    CAPTURE(entry.first);
    const auto& [name, record] = entry;
    if (record.choice.empty()) continue;
    const CellRecord& other = others.at(
        fmt::format("{} {} {} {}", record.choice, record.bits.value(), record.split, record.run));
    CHECK(record.counts.all == other.counts.all);
    CHECK(record.counts.relevant == other.counts.relevant);
    CHECK(record.metrics == other.metrics);
    CHECK(record.facts == other.facts);
    CHECK(record.split_checksum == other.split_checksum);
    ++compared;
  }
  CHECK(compared == 16);
}

TEST_CASE("grid: one point is the plain cell") {
  const SmallStudy study;
  REQUIRE(study.run(sizes + " --set hasher=itq+npq:beta=2" + option("itq+npq: beta=2")).status ==
          0);
  const auto records = records_of(study);
  REQUIRE(records.size() == 8);
  for (const char* place :
       {" 8 literature 1", " 8 literature 2", " 8 improved 1", " 8 improved 2"}) {
    const CellRecord& plain = records.at(std::string("itq+npq:beta=2") + place);
    const CellRecord& tuned = records.at(std::string("itq+npq:tuned") + place);
    CHECK(tuned.metrics == plain.metrics);
    CHECK(tuned.counts.all == plain.counts.all);
    CHECK(tuned.counts.relevant == plain.counts.relevant);
    CHECK(tuned.choice == "itq+npq:beta=2");
    CHECK(plain.choice.empty());
    CHECK(plain.validation.empty());
  }
}

TEST_CASE("grid: cells of the same suite without grids are the same to the bit") {
  const SmallStudy with, without;
  REQUIRE(with.run(small_grids).status == 0);
  REQUIRE(without.run(sizes + " --set hasher=pca+npq --set hasher=sklsh+sbq:gamma=0.5").status ==
          0);
  const auto a = records_of(with), b = records_of(without);
  CHECK(b.size() == 8);
  for (const auto& entry : b) {
    CAPTURE(entry.first);
    const auto& [name, record] = entry;
    CHECK(a.at(name).key == record.key);
    CHECK(a.at(name).metrics == record.metrics);
    CHECK(a.at(name).facts == record.facts);
    CHECK(a.at(name).counts.relevant == record.counts.relevant);
    CHECK(a.at(name).fitted == record.fitted);
  }
}

TEST_CASE("grid: nothing of the test parts has a share in the choice") {
  for (const std::string& grid : {quantiser_grid, projection_grid}) {
    const Tuned tuned(grid);
    const Study study(tuned.dataset, tuned.suite);
    const Split split = make_run_context(study, "improved", 1).split;
    const CellRecord before = tuned.compute(tuned.dataset, "improved");
    for (const Rows& rows : {split.test_queries, split.test_database}) {
      const CellRecord after = tuned.compute(with_scaled_rows(tuned.dataset, rows), "improved");
      CHECK(after.choice == before.choice);
      CHECK(after.validation == before.validation);
      CHECK(after.counts.all != before.counts.all);  // so the change is felt
    }
    // The validation parts are what it does depend on.
    for (const Rows& rows : {split.validation_queries, split.validation_database}) {
      const CellRecord after =
          tuned.compute(with_scaled_rows(tuned.dataset, rows, 1.1f), "improved");
      CHECK(after.validation != before.validation);
    }
  }
}

TEST_CASE("grid: the rows of the choice are training, validation, and those of mean and radius") {
  const Tuned tuned(quantiser_grid);
  const Study study(tuned.dataset, tuned.suite);
  for (const char* strategy : {"literature", "improved"}) {
    const RunContext context = make_run_context(study, strategy, 1);
    const CellRecord record = tuned.compute(tuned.dataset, strategy);
    const Rows& rows = record.fitted.at("hyperparameters");
    const Split& s = context.split;
    for (const Rows* part : {&s.training, &s.validation_queries, &s.validation_database}) {
      CHECK(std::ranges::includes(rows, *part));
    }
    CHECK(rows == s.learnable);
    CHECK_FALSE(std::ranges::includes(rows, s.test_queries));
    CHECK(record.fitted.contains("thresholds"));
  }
}

TEST_CASE("grid: numbers, choices and scores depend neither on jobs nor on the kernel") {
  std::string expected;
  {
    const SmallStudy study;
    REQUIRE(study.run(small_grids + " --jobs 1", "HASHLAB_KERNEL=scalar").status == 0);
    expected = outcome_of(study);
    CHECK(expected == Contains(" chose sklsh+npq:gamma="));
  }
  for (const int jobs : {2, 3}) {
    const SmallStudy study;
    REQUIRE(study.run(fmt::format("{} --jobs {}", small_grids, jobs)).status == 0);
    CHECK(outcome_of(study) == expected);
  }
}

TEST_CASE("grid: scores found before a kill are not computed again, those of others are ignored") {
  const SmallStudy study;
  const std::string options = small_grids + " --set runs=1 --set split=improved";
  REQUIRE(study.run(options).status == 0);
  const auto before = records_of(study);
  const CellRecord cell = before.at("pca+npq:tuned 8 improved 1");
  std::string path;
  for (const std::string& file : study.cells()) {
    if (file.find("pca+npq_tuned") != std::string::npos) path = file;
  }
  fs::remove(path);
  // Scores that no computation gives: they show in the record if they are taken over.
  GridScores planted = {{"pca+npq:beta=2,alpha=0.5", 7}, {"pca+npq:beta=0.5,alpha=0", 0.5}};
  SUBCASE("of this cell") {
    write_grid_scratch(grid_scratch_path(path), cell.key, planted);
    CHECK(hashlab::testing::hashlab(study.arguments("plan", options)).out ==
          Contains("missing; 2 of 6 settings scored"));
    CHECK(study.run(options).error == Contains("3 done before, 1 to run"));
    const CellRecord now = records_of(study).at("pca+npq:tuned 8 improved 1");
    CHECK(now.choice == "pca+npq:beta=2,alpha=0.5");
    CHECK(now.validation.at("pca+npq:beta=2,alpha=0.5") == 7);
    for (const auto& [point, score] : cell.validation) {
      if (!planted.contains(point)) CHECK(now.validation.at(point) == score);
    }
  }
  SUBCASE("of another cell") {
    write_grid_scratch(grid_scratch_path(path), std::string(64, '0'), planted);
    REQUIRE(study.run(options).status == 0);
    CHECK(records_of(study).at("pca+npq:tuned 8 improved 1").validation == cell.validation);
  }
  SUBCASE("damaged") {
    write_file(grid_scratch_path(path), "key\t" + cell.key + "\n7\tpca+npq\n");
    REQUIRE(study.run(options).status == 0);
    CHECK(records_of(study).at("pca+npq:tuned 8 improved 1").validation == cell.validation);
  }
  CHECK(scratch_files(study).empty());
}

TEST_CASE("grid: a scratch file that outlived its cell is removed by the next run") {
  const SmallStudy study;
  const std::string options = small_grids + " --set runs=1 --set split=improved";
  REQUIRE(study.run(options).status == 0);
  const std::string before = fingerprint(study.results());
  write_grid_scratch(grid_scratch_path(study.cells().front()), std::string(64, '0'), {{"x", 1}});
  CHECK(study.run(options).status == 0);
  CHECK(fingerprint(study.results()) == before);
}

TEST_CASE("grid: stopped between two points it keeps them and goes on from there") {
  const Tuned tuned(quantiser_grid);
  const Study study(tuned.dataset, tuned.suite);
  const TemporaryFolder folder;
  const std::vector<Cell> cells =
      plan_cells(tuned.suite, {"small", tuned.dataset.checksum, 600, 16});
  std::atomic<bool> stop = false;
  RunSettings settings;
  settings.folder = folder.path();
  settings.kernel = &active_kernel();
  settings.stop = &stop;
  std::vector<std::size_t> told;
  settings.tried = [&](const Cell&, std::size_t tried, std::size_t points) {
    CHECK(points == 6);
    told.push_back(tried);
    if (told.size() == 2) stop = true;
  };
  const auto ignore = [](const CellReport&) {};
  const RunSummary first = run_cells(study, {cells[0]}, settings, ignore);
  CHECK(first.interrupted);
  CHECK(first.done == 0);
  CHECK(told.size() == 2);  // the stop is seen while the next is learned
  const std::string scratch = grid_scratch_path(folder / cells[0].file);
  CHECK(read_grid_scratch(scratch, cells[0].key).size() == 2);
  CHECK_FALSE(fs::exists(folder / cells[0].file));
  stop = false;
  told = {0, 0};
  const RunSummary second = run_cells(study, {cells[0]}, settings, ignore);
  CHECK(second.done == 1);
  CHECK(told == std::vector<std::size_t>{0, 0, 3, 4, 5, 6});
  CHECK_FALSE(fs::exists(scratch));
  CHECK(read_cell(folder / cells[0].file, true).validation ==
        tuned.compute(tuned.dataset, "literature").validation);
}

TEST_CASE("grid: without any relevant item among the validation parts the cell says so") {
  const SmallStudy study;
  const Outcome run = study.run(
      "--set validation-queries=1 --set validation-database=1 --set runs=1 --set "
      "split=improved --set hasher=pca+npq" +
      option(quantiser_grid));
  CHECK(run.status == 1);
  CHECK(run.error == Contains("failed pca+npq:tuned 8b improved run 1: no item of the validation "
                              "database (1 rows) is relevant to any of the 1 validation queries"));
  CHECK(study.status() == Contains("1 done, 0 missing, 1 failed"));
}

TEST_CASE("grid: tables, inspect, rerun and show tell what was chosen") {
  const SmallStudy study;
  const std::string options = small_grids + " --set split=improved --set metric=map";
  const Outcome run = study.run(options + " --set baseline=+npq:tuned");
  REQUIRE(run.status == 0);
  CHECK(run.out == Contains("pca+npq:tuned"));
  const auto records = records_of(study);
  const std::string first = records.at("pca+npq:tuned 8 improved 1").choice;
  const std::string second = records.at("pca+npq:tuned 8 improved 2").choice;
  const Suite suite = read_suite(study / "tiny.ini", {"grid=" + quantiser_grid});
  std::string expected;
  for (const Grid::Point& p : suite.methods.back().grid()->points) {
    const int runs = (p.hasher->name == first) + (p.hasher->name == second);
    if (runs == 0) continue;
    expected += expected.empty()
                    ? fmt::format("{} in {} run{}", p.settings, runs, runs == 1 ? "" : "s")
                    : fmt::format(", {} in {}", p.settings, runs);
  }
  for (const char* format : {"text", "md", "tex"}) {
    CAPTURE(format);
    std::string table = study.table(fmt::format("--format {}", format)).out;
    std::erase(table, '\\');
    for (std::size_t at; (at = table.find("allowbreak{}")) != std::string::npos;)
      table.erase(at, 12);
    const std::string name = std::string(format) == "tex" ? "PCA + NPQ (tuned)" : "pca+npq:tuned";
    CHECK(table == Contains(name + " at 8 bits, improved: " + expected));
    CHECK(table == Contains("highest map of the validation queries"));
  }
  CHECK(study.table("--baseline pca+npq:thresholds=3,tuned").status == 0);
  for (const std::string& path : study.cells()) {
    const CellRecord record = read_cell(path, false);
    const Outcome shown = hashlab::testing::hashlab("inspect '" + path + "'");
    const Outcome again =
        hashlab::testing::hashlab(fmt::format("rerun '{}' --data '{}'", path, study / ""));
    CHECK(again.status == 0);
    CHECK(again.out == Contains("rank counts are identical"));
    CHECK((again.out == Contains("validation scores are identical")) == !record.choice.empty());
    if (record.choice.empty()) continue;
    CHECK(shown.out == Contains("\nchosen " + record.choice + "\n"));
    CHECK(shown.out == Contains(fmt::format("{}", record.validation.at(record.choice))));
    CHECK(again.out == Contains("chosen: " + record.choice + ", as recorded"));
  }
}

TEST_CASE("grid: rerun tells another choice and other scores than those recorded") {
  const SmallStudy study;
  REQUIRE(study
              .run(sizes + " --set runs=1 --set split=improved --set hasher=lsh+sbq" +
                   option(quantiser_grid))
              .status == 0);
  std::string path;
  for (const std::string& file : study.cells()) {
    if (file.find("tuned") != std::string::npos) path = file;
  }
  CellRecord record = read_cell(path, true);
  record.choice = record.choice == "pca+npq" ? "pca+npq:beta=2" : "pca+npq";
  write_cell(study / "other.h5", record);
  const auto rerun = [&] {
    return hashlab::testing::hashlab(
        fmt::format("rerun '{}' --data '{}'", study / "other.h5", study / ""));
  };
  CHECK(rerun().status == 1);
  CHECK(rerun().out == Contains("recorded " + record.choice));
  record.choice = read_cell(path, true).choice;
  record.validation[record.choice] += 0.001;
  write_cell(study / "other.h5", record);
  CHECK(rerun().status == 1);
  CHECK(rerun().out == Contains("validation scores are not those recorded"));
}

TEST_SUITE("slow") {
  TEST_CASE(
      "grid: killed at random moments, the same command ends with the same choices and tables") {
    // Some 140 points a cell, each learned anew, so that cells take longer than the time between
    // two writes of their scores and a kill falls between points as a rule.
    const std::string grid =
        "pca+npq: alpha=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1; "
        "beta=0.1,0.2,0.3,0.5,0.7,1,1.5,2,3,4,5,7,10";
    const std::string options = sizes +
                                " --set hasher=lsh+sbq --set runs=2 --set training=200 --set "
                                "'bits=8 16'" +
                                option(grid);
    const SmallStudy whole;
    REQUIRE(whole.run(options).status == 0);
    const std::string expected = outcome_of(whole);
    const SmallStudy study;
    Rng rng(7);
    std::size_t killed = 0, with_scratch = 0;
    for (int i = 0; i < 25; ++i) {
      Background run(
          study.arguments("run", options + fmt::format(" --no-reuse --jobs {}", 1 + i % 2)));
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + rng.below(900)));
      run.send(SIGKILL);
      killed += run.wait() == 128 + SIGKILL ? 1 : 0;
      for (const std::string& file : scratch_files(study)) {
        with_scratch += file.ends_with(".scores") ? 1 : 0;
      }
    }
    CHECK(killed > 0);  // or the test has tested nothing
    CHECK(with_scratch > 0);
    MESSAGE(killed, " of 25 were killed, ", with_scratch, " scratch files seen");
    REQUIRE(study.run(options).status == 0);
    CHECK(outcome_of(study) == expected);
    CHECK(scratch_files(study).empty());
  }
}

}  // namespace hashlab::grid_run_test
