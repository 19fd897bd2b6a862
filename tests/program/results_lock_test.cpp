#include "experiments/suite/results_lock.h"

#include "tests/support/program.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

namespace hashlab::results_lock_test {

using namespace experiments;
using namespace testing;

namespace {

namespace fs = std::filesystem;

const std::string longer = "--set runs=200";

/// Waits until a run holds the lock.
bool wait_for_lock(const SmallStudy& study) {
  for (int i = 0; i < 1000; ++i) {
    if (fs::exists(study.results() + "/run.lock") && !study.cells().empty()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("results lock: one holds it, and the next is told who; then it is free") {
  const TemporaryFolder folder;
  std::optional<ResultsLock> first(std::in_place, folder / "r", "mine");
  CHECK(error_of([&] { ResultsLock(folder / "r", "yours"); }) ==
        Contains(fmt::format("{}: process {} on ", folder / "r", ::getpid())));
  CHECK(error_of([&] { ResultsLock(folder / "r", "yours"); }) ==
        Contains("suite 'mine' is at work here: wait for its end, or name another folder by "
                 "--out"));
  first.reset();
  CHECK_FALSE(fs::exists(folder / "r/run.lock"));
  CHECK(error_of([&] { ResultsLock(folder / "r", "yours"); }) == "no error");
}

TEST_CASE("results lock: a second run of a folder, of this or another suite, is refused") {
  const SmallStudy study;
  Background run(study.arguments("run", longer + " --jobs 1"));
  REQUIRE(wait_for_lock(study));
  const Outcome same = study.run(longer), other = study.run("--set runs=1");
  run.send(SIGTERM);
  CHECK(run.wait() == 130);
  for (const Outcome& outcome : {same, other}) {
    CHECK(outcome.status == 2);
    CHECK(refusal(outcome) == Contains("suite 'tiny' is at work here"));
  }
  CHECK_FALSE(fs::exists(study.results() + "/run.lock"));
}

TEST_CASE("results lock: it holds between containers, which number their processes each") {
  const std::string container = "unshare --pid --fork ";
  if (shell(container + "true").status != 0) return skip("no PID namespaces for this user");
  const SmallStudy study;
  Background run(study.arguments("run", longer + " --jobs 1"));
  REQUIRE(wait_for_lock(study));
  const Outcome second =
      shell(fmt::format("{}'{}' {}", container, HASHLAB_PROGRAM, study.arguments("run", longer)));
  CHECK(second.status == 2);
  CHECK(refusal(second) == Contains("suite 'tiny' is at work here"));
  run.send(SIGTERM);
  CHECK(run.wait() == 130);  // it was neither ended nor robbed of a file
}

TEST_CASE("results lock: that of a killed run is no lock") {
  const SmallStudy study;
  Background run(study.arguments("run", longer + " --jobs 1"));
  REQUIRE(wait_for_lock(study));
  run.send(SIGKILL);
  CHECK(run.wait() == 128 + SIGKILL);
  CHECK(fs::exists(study.results() + "/run.lock"));
  CHECK(study.run("--set runs=1").status == 0);
  CHECK_FALSE(fs::exists(study.results() + "/run.lock"));
}

}  // namespace hashlab::results_lock_test
