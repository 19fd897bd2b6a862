#include "experiments/schedule/shared_work.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::shared_work_test {

using namespace experiments;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// Runs the suite so many times at once and waits; the standard error of each.
std::vector<std::string> share(const SmallStudy& study, std::size_t runs,
                               const std::string& options, const std::string& environment = "") {
  std::string command;
  for (std::size_t i = 0; i < runs; ++i) {
    command += fmt::format("{} '{}' {} > '{}' 2> '{}' & ", environment, HASHLAB_PROGRAM,
                           study.arguments("run", options), study / fmt::format("out.{}", i),
                           study / fmt::format("error.{}", i));
  }
  shell(command + "wait");
  std::vector<std::string> errors;
  for (std::size_t i = 0; i < runs; ++i) {
    errors.push_back(read_file(study / fmt::format("error.{}", i)));
  }
  return errors;
}

/// How many cells runs say that they have computed themselves.
std::size_t computed(const std::vector<std::string>& errors) {
  std::size_t count = 0;
  for (const std::string& error : errors) {
    for (const std::string& line : lines_of(error)) {
      if (line.starts_with("done ") && line.find("by other runs") == line.npos) ++count;
      if (line.starts_with("failed ")) ++count;
    }
  }
  return count;
}

}  // namespace

TEST_CASE(
    "shared work: four runs of a folder compute each cell once, with the numbers of one run") {
  const SmallStudy study;
  const std::vector<std::string> errors = share(study, 4, longer_run + " --jobs 1 --shared");
  CHECK(computed(errors) == 108);
  CHECK(study.numbers() == numbers_of_longer_run());
  CHECK_FALSE(fs::exists(study.results() + "/shared"));
  CHECK_FALSE(fs::exists(study.results() + "/run.lock"));
  CHECK(fs::exists(study.results() + "/tables"));
  std::size_t tables = 0, left = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    tables += read_file(study / fmt::format("out.{}", i)).empty() ? 0 : 1;
    left += errors[i] == Contains("another run has left the tables in ") ? 1 : 0;
  }
  CAPTURE(errors[0] + errors[1] + errors[2] + errors[3]);
  CHECK(tables >= 1);
  CHECK(tables + left == 4);
}

TEST_CASE("shared work: a launcher is recognised by the environment") {
  for (const std::string environment :
       {"SLURM_ARRAY_TASK_ID=3", "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=2",
        "PMI_RANK=1 PMI_SIZE=2", "SLURM_STEP_NUM_TASKS=2 SLURM_PROCID=0"}) {
    CAPTURE(environment);
    const SmallStudy study;
    const std::vector<std::string> errors = share(study, 2, "", environment);
    CHECK(computed(errors) == 12);
    CHECK(errors[0] == Contains("shares its work with the runs of the same folder"));
    CHECK(study.status() == "tiny on small: 12 cells, 12 done, 0 missing, 0 failed, 0 damaged");
  }
  const SmallStudy alone;
  const Outcome run =
      alone.run("", "SLURM_NTASKS=4 SLURM_PROCID=0 OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1");
  CHECK(run.error != Contains("shares its work"));
}

TEST_CASE(
    "shared work: what a killed run had taken goes on in another, and nothing else is done "
    "twice") {
  const SmallStudy study;
  const std::string options = longer_run + " --jobs 1 --shared --lease 3";
  Background killed(study.arguments("run", options));
  REQUIRE(study.wait_for_cells(5));
  killed.send(SIGKILL);
  REQUIRE(killed.wait() == 128 + SIGKILL);
  const std::size_t there = study.cells().size();
  REQUIRE(there < 108);
  CHECK(fs::exists(study.results() + "/shared/leases"));
  const std::vector<std::string> errors = share(study, 2, options);
  CHECK(computed(errors) == 108 - there);
  CHECK(errors[0] + errors[1] == Contains("goes on here: it has not been heard of for 3 s"));
  CHECK(study.numbers() == numbers_of_longer_run());
  CHECK_FALSE(fs::exists(study.results() + "/shared"));
}

TEST_CASE("shared work: a run that is stopped gives back what it has, for others to take at once") {
  const SmallStudy study;
  Background stopped(study.arguments("run", longer_run + " --jobs 2 --shared"));
  REQUIRE(study.wait_for_cells(5));
  stopped.send(SIGTERM);
  CHECK(stopped.wait() == 130);
  const std::size_t there = study.cells().size();
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::string> errors = share(study, 1, longer_run + " --shared --lease 600");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(300));
  CHECK(computed(errors) == 108 - there);
  CHECK(study.numbers() == numbers_of_longer_run());
}

TEST_CASE("shared work: another suite is refused while runs are at work, and changes nothing") {
  const SmallStudy study;
  const std::string long_suite = "--set runs=300 --set 'bits=4 8 12'";
  Background run(study.arguments("run", long_suite + " --jobs 1 --shared --lease 3"));
  REQUIRE(study.wait_for_cells(3));
  const std::string before = read_file(study.results() + "/manifest.tsv");
  const Outcome other = study.run("--set runs=1 --shared --lease 3"), alone = study.run(long_suite);
  CHECK(read_file(study.results() + "/manifest.tsv") == before);
  run.send(SIGTERM);
  CHECK(run.wait() == 130);
  CHECK(other.status == 2);
  CHECK(other.error == Contains("is at work here on another suite, or with another version"));
  CHECK(alone.status == 2);
  CHECK(refusal(alone) == Contains("is at work here: wait for its end, join it by --shared, or "));
}

TEST_CASE("shared work: a run alone keeps others from sharing") {
  const SmallStudy study;
  Background run(study.arguments("run", longer_run + " --jobs 1"));
  REQUIRE(study.wait_for_cells(3));
  const Outcome other = study.run(longer_run + " --shared");
  run.send(SIGTERM);
  CHECK(run.wait() == 130);
  CHECK(other.status == 2);
  CHECK(refusal(other) == Contains("is at work here: wait for its end, or name another folder"));
}

TEST_CASE("shared work: what failed is tried once more by a run that begins later") {
  const SmallStudy study;
  const std::string fails =
      "--shared --jobs 1 --set groundtruth=epsilon:neighbours=200,reference=learnable";
  CHECK(study.run(fails).status == 1);
  CHECK(study.status() == Contains("6 done, 0 missing, 6 failed"));
  const Outcome again = study.run(fails);
  CHECK(again.status == 1);
  CHECK(computed({again.error}) == 6);
  CHECK(again.error == Contains("error: 6 cells failed"));
}

TEST_CASE("shared work: of runs that found the same failures, one tries each of them again") {
  const SmallStudy study;
  const Suite suite = read_suite(study / "tiny.ini", {});
  const Dataset dataset = small_dataset(600, 16);
  const std::vector<Cell> cells = plan_cells(suite, facts_of(dataset));
  std::vector<Step> steps;
  for (const Cell& cell : cells) steps.push_back({cell, Step::State::failed, "failed before"});
  const ResultsFolder folder{study.results()};
  const auto never = [] { return false; };
  const auto all_of = [&](SharedWork& work) {
    std::size_t taken = 0;
    std::optional<std::size_t> at;
    while (const std::optional<Work> one = work.take(at, never)) {
      at = one->group;
      taken += one->cells.size();
      work.finish(*one);
    }
    return taken;
  };
  SharedWork first(folder, cells, {.process = {"a", 1, "aaaaaaaaaaaa"}}),
      second(folder, cells, {.process = {"b", 2, "bbbbbbbbbbbb"}});
  first.begin(steps);
  second.begin(steps);
  CHECK(all_of(first) == cells.size());
  CHECK(all_of(second) == 0);
  CHECK(second.is_done());
  SharedWork later(folder, cells, {.process = {"c", 3, "cccccccccccc"}});
  later.begin(steps);  // they failed once more
  CHECK(all_of(later) == cells.size());
}

TEST_CASE("shared work: no run joins others at a split while their host has no core left") {
  const SmallStudy study;
  const Suite suite = read_suite(study / "tiny.ini", {"runs=1", "split=improved"});
  const Dataset dataset = read_dataset(study / "small.h5");
  const std::vector<Cell> cells = plan_cells(suite, facts_of(dataset));  // of one split and run
  const ResultsFolder folder{study.results()};
  fs::create_directories(folder.cells());
  const auto run_on = [&](std::size_t cores, const std::string& token) {
    SharedWork::Settings settings;
    settings.process = {"here", 1, token};
    settings.cores_of_host = cores;
    auto work = std::make_unique<SharedWork>(folder, cells, settings);
    work->begin(check_cells(cells, folder.cells()));
    return work;
  };
  const auto gives_up = [times = 0]() mutable { return ++times > 5; };
  const auto first = run_on(1, "aaaaaaaaaaaa"), second = run_on(1, "bbbbbbbbbbbb"),
             elsewhere = run_on(2, "cccccccccccc");
  const auto taken = first->take(std::nullopt, gives_up);
  REQUIRE(taken);
  CHECK_FALSE(second->take(std::nullopt, gives_up));
  const auto joined = elsewhere->take(std::nullopt, gives_up);
  REQUIRE(joined);
  CHECK(joined->batch != taken->batch);
  // Who is at the group goes on there, however many there are.
  CHECK(first->take(taken->group, gives_up));
}

}  // namespace hashlab::shared_work_test
