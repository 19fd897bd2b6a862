// Suites with hasher = auto, through the program and beside it.

#include "experiments/choose/grid_scratch.h"
#include "experiments/suite/suite_file.h"
#include "lib/rng.h"
#include "results/record/fact_names.h"
#include "tests/support/computed_cell.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

namespace hashlab::auto_run_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace splits;
using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string auto_alone =
    " --set hasher=auto --set hasher=pca+sbq --set validation-queries=60 --set "
    "validation-database=150 --set test-queries=60 --set training=150";
const std::string with_auto = auto_alone + " --set auto-budget=2";
const std::string of_one_run = " --set runs=1 --set split=improved";
const std::string one_run = with_auto + of_one_run;

std::map<std::string, CellRecord> auto_records(const SmallStudy& study) {
  std::map<std::string, CellRecord> records;
  for (const std::string& path : study.cells()) {
    const CellRecord r = read_cell(path, true);
    if (r.hasher == "auto") records[fmt::format("{} {}", r.split, r.run)] = r;
  }
  return records;
}

/// Everything of the cells that must not depend on how they were run.
std::string choices_of(const SmallStudy& study) {
  std::string text = study.numbers();
  for (const auto& [name, record] : auto_records(study)) {
    text += fmt::format("{} chose {}\n", name, record.choice);
    for (const auto& [evaluation, score] : record.validation)
      text += fmt::format("  {} {}\n", evaluation, score);
    text += fmt::format("  {}\n", record.facts.at(fact_names::choice_work));
  }
  return text;
}

std::string auto_cell_of(const SmallStudy& study) {
  for (const std::string& path : study.cells()) {
    if (fs::path(path).filename().string().starts_with("auto-")) return path;
  }
  throw std::logic_error("no cell of auto");
}

struct Chosen {
  Dataset dataset = small_dataset(600, 16);
  Suite suite;

  explicit Chosen(const std::string& ground_truth) {
    const SmallStudy study;
    suite = read_suite(study / "tiny.ini",
                       {"hasher=auto", "auto-budget=2", "validation-queries=60",
                        "validation-database=150", "training=150", "groundtruth=" + ground_truth});
  }
  CellRecord compute(const Dataset& data, const std::string& split) const {
    return computed_cell(suite, data, split);
  }
};

}  // namespace

TEST_CASE("auto: a suite chooses in every run, and the record keeps choice, scores and work") {
  const SmallStudy study;
  const Outcome run = study.run(with_auto);
  REQUIRE(run.status == 0);
  const auto records = auto_records(study);
  REQUIRE(records.size() == 4);
  for (const auto& named : records) {
    CAPTURE(named.first);
    const CellRecord& record = named.second;
    CHECK(record.failure.empty());
    CHECK(make_hasher(record.choice).name == record.choice);
    CHECK(record.validation.contains(record.choice + " 0.375 of rows, split 0"));
    CHECK(record.facts.at(fact_names::choice_work) > 0);
    CHECK(record.facts.at(fact_names::choice_work) <= 2);
    CHECK(record.facts.at(fact_names::choice_euclidean) > 0);
    CHECK(record.metrics.at("map") > 0);
    CHECK(record.recipe == Contains("\nauto-budget = 2\n"));
    CHECK(record.recipe == Contains("\nselect-by = auprc\n"));
    CHECK(record.recipe == Contains(" itq/1"));
  }
  CHECK(run.out == Contains("auto"));
  const std::string table = study.table("--format text").out;
  CHECK(table == Contains("auto at 8 bits, improved: "));
  CHECK(table == Contains("auto: chosen in each run by auprc, on training and validation rows, "
                          "within 2 units of work"));
}

TEST_CASE("auto: numbers, choices and scores depend neither on jobs nor on the kernel") {
  const SmallStudy one, two;
  REQUIRE(one.run(with_auto + " --jobs 1", "HASHLAB_KERNEL=scalar").status == 0);
  REQUIRE(two.run(with_auto + " --jobs 2").status == 0);
  CHECK(choices_of(one) == choices_of(two));
}

TEST_CASE("auto: the cell has the numbers of the plain cell of its choice") {
  const SmallStudy study;
  REQUIRE(study.run(one_run).status == 0);
  const CellRecord chosen = auto_records(study).at("improved 1");
  const SmallStudy plain;
  REQUIRE(plain.run(one_run + fmt::format(" --set hasher={}", chosen.choice)).status == 0);
  for (const std::string& path : plain.cells()) {
    const CellRecord record = read_cell(path, true);
    if (record.hasher != chosen.choice) continue;
    CHECK(record.metrics == chosen.metrics);
    CHECK(record.counts.relevant == chosen.counts.relevant);
  }
}

TEST_CASE("auto: nothing of the test parts has a share in the choice, and the rows are named") {
  for (const char* ground_truth : {"epsilon:neighbours=20,samples=50", "class"}) {
    CAPTURE(ground_truth);
    const Chosen chosen(ground_truth);
    const Study study(chosen.dataset, chosen.suite);
    const RunContext context = make_run_context(study, "improved", 1);
    const Split& s = context.split;
    const CellRecord before = chosen.compute(chosen.dataset, "improved");
    for (const Rows& rows : {s.test_queries, s.test_database}) {
      const CellRecord after = chosen.compute(with_scaled_rows(chosen.dataset, rows), "improved");
      CHECK(after.choice == before.choice);
      CHECK(after.validation == before.validation);
      CHECK(after.counts.all != before.counts.all);  // so the change is felt
    }
    const CellRecord after =
        chosen.compute(with_scaled_rows(chosen.dataset, s.validation_queries), "improved");
    CHECK(after.validation != before.validation);
    const Rows& rows = before.fitted.at(fitted_names::hyperparameters);
    for (const Rows* part : {&s.training, &s.validation_queries, &s.validation_database}) {
      CHECK(std::ranges::includes(rows, *part));
    }
    CHECK(std::ranges::includes(s.learnable, rows));
  }
}

TEST_CASE("auto: audit, rerun, inspect, plan, status and report know it") {
  const SmallStudy study;
  REQUIRE(study.run(one_run).status == 0);
  const std::string path = auto_cell_of(study);
  const CellRecord record = read_cell(path, false);
  const Outcome again =
      hashlab::testing::hashlab(fmt::format("rerun '{}' --data '{}'", path, study / ""));
  CHECK(again.status == 0);
  CHECK(again.out == Contains("rank counts are identical"));
  CHECK(again.out == Contains("chosen: " + record.choice + ", as recorded"));
  CHECK(again.out == Contains("validation scores are identical"));
  const Outcome audit =
      hashlab::testing::hashlab(fmt::format("audit '{}' --data '{}'", study.results(), study / ""));
  CHECK(audit.status == 0);
  CHECK(audit.out == Contains("hyperparameters"));
  const Outcome shown = hashlab::testing::hashlab("inspect '" + path + "'");
  CHECK(shown.out == Contains("\nchosen " + record.choice + "\n"));
  CHECK(shown.out == Contains(record.choice + " 0.375 of rows, split 0"));
  CHECK(hashlab::testing::hashlab(study.arguments("plan", one_run)).out == Contains("2 done"));
  // Another budget is another cell; the others stay.
  CHECK(hashlab::testing::hashlab(
            study.arguments("plan", auto_alone + of_one_run + " --set auto-budget=3"))
            .out == Contains("1 to run, 1 done"));
  CHECK(study.status() == Contains("2 done, 0 missing, 0 failed"));
  const Outcome report = hashlab::testing::hashlab(
      fmt::format("report '{}' --out '{}'", study.results(), study / "r.html"));
  CHECK(report.status == 0);
  CHECK(study.table("--baseline auto").status == 0);
}

TEST_CASE("auto: scores found before a kill are not computed again, those of others are ignored") {
  const SmallStudy study;
  REQUIRE(study.run(one_run).status == 0);
  const std::string path = auto_cell_of(study), expected = choices_of(study);
  const CellRecord cell = read_cell(path, false);
  fs::remove(path);
  GridScores planted;
  for (const auto& [evaluation, score] : cell.validation) {
    if (evaluation.starts_with("lsh+sbq ")) planted[evaluation] = 7;
  }
  REQUIRE(planted.size() >= 1);
  SUBCASE("of this cell") {
    write_grid_scratch(grid_scratch_path(path), cell.key, planted);
    CHECK(hashlab::testing::hashlab(study.arguments("plan", one_run)).out ==
          Contains(fmt::format("missing; {} scores found", planted.size())));
    REQUIRE(study.run(one_run).status == 0);
    for (const auto& [evaluation, score] : planted) {
      CHECK(read_cell(path, false).validation.at(evaluation) == 7);
    }
  }
  SUBCASE("of another cell") {
    write_grid_scratch(grid_scratch_path(path), std::string(64, '0'), planted);
    REQUIRE(study.run(one_run).status == 0);
    CHECK(choices_of(study) == expected);
  }
  CHECK_FALSE(fs::exists(grid_scratch_path(path)));
}

TEST_CASE("auto: shared by two runs it chooses as alone") {
  const SmallStudy alone, shared;
  REQUIRE(alone.run(with_auto).status == 0);
  Background other(shared.arguments("run", with_auto + " --shared"));
  const Outcome run = shared.run(with_auto + " --shared");
  CHECK(run.status == 0);
  CHECK(other.wait() == 0);
  CHECK(choices_of(shared) == choices_of(alone));
}

TEST_CASE("auto: what does not go with it is refused in one line") {
  const SmallStudy study;
  CHECK(refusal(study.run(" --set hasher=auto --set validation-queries=0")) ==
        Contains("option 'validation-queries' = 0, but 'auto' chooses its settings on the "
                 "validation parts"));
  CHECK(refusal(study.run(" --set hasher=auto --set auto-budget=many")) ==
        Contains("option 'auto-budget' = 'many', must be a number of units"));
  CHECK(refusal(study.run(" --set hasher=auto --set hasher=auto")) ==
        Contains("names 'auto' twice"));
  const Outcome run = study.run(of_one_run + " --set hasher=auto --set auto-budget=0.001" +
                                " --set bits=256");  // rows of 272 numbers take more than that
  CHECK(run.status == 1);
  CHECK(run.error == Contains("is too small to try anything: the cheapest needs "));
}

TEST_SUITE("slow") {
  TEST_CASE("auto: killed at random moments, the same command ends with the same choices") {
    const SmallStudy whole, study;
    const std::string options = auto_alone + " --set auto-budget=20";
    REQUIRE(whole.run(options).status == 0);
    Rng rng(11);
    std::size_t killed = 0;
    for (int i = 0; i < 12; ++i) {
      Background run(study.arguments("run", options + fmt::format(" --jobs {}", 1 + i % 2)));
      std::this_thread::sleep_for(std::chrono::milliseconds(50 + rng.below(900)));
      run.send(SIGKILL);
      killed += run.wait() == 128 + SIGKILL ? 1 : 0;
    }
    CHECK(killed > 0);  // or the test has tested nothing
    REQUIRE(study.run(options).status == 0);
    CHECK(choices_of(study) == choices_of(whole));
  }
}

}  // namespace hashlab::auto_run_test
