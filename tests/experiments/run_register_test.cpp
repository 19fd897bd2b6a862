#include "experiments/schedule/run_register.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

namespace hashlab::run_register_test {

using namespace experiments;
using namespace testing;

namespace {

struct Host {
  std::string name;
  std::string plan = "a plan";

  SharingRun run() const { return {{name, 7, name + "00000000000"}, plan, 2}; }
};

/// A folder that runs register in; `time` goes on by ten seconds where one waits.
struct Register {
  TemporaryFolder folder;
  double time = 0;
  std::string ended, told;
  std::function<void()> meanwhile = [] {};

  RunRegister::Settings settings() {
    return {.seconds = 60,
            .clock = [this] { return time; },
            .wait =
                [this] {
                  time += 10;
                  meanwhile();
                },
            .on_waiting = [this](const std::string& text) { told = text; },
            .on_ended = [this](const ProcessName& process) { ended += process.host; }};
  }
  std::size_t size() const { return sharing_runs_in(folder.path()).size(); }
};

}  // namespace

TEST_CASE("register of runs: it tells who is at work, what each has done, and who has ended") {
  Register all;
  CHECK(sharing_runs_in(all.folder / "nowhere").empty());
  std::optional<RunRegister> a(std::in_place, all.folder.path(), Host{"a"}.run(), all.settings());
  {
    const RunRegister b(all.folder.path(), Host{"b"}.run(), all.settings());
    all.time += 5;
    a->renew(11, 1);
    CHECK(all.size() == 2);
    const SharingRun run = sharing_runs_in(all.folder.path()).front();
    CHECK(run.process.host == "a");
    CHECK(run.process.number == 7);
    CHECK(run.jobs == 2);
    CHECK(run.done == 11);
    CHECK(run.failed == 1);
    CHECK(run.seconds == 5);
  }
  CHECK(all.size() == 1);
  a.reset();
  CHECK(all.size() == 0);
  CHECK(all.told.empty());
}

TEST_CASE("register of runs: a run on another plan is refused while one is at work") {
  Register all;
  RunRegister a(all.folder.path(), Host{"a"}.run(), all.settings());
  all.meanwhile = [&] { a.renew(1, 0); };
  CHECK(error_of([&] {
          RunRegister(all.folder.path(), Host{"b", "another"}.run(), all.settings());
        }) == Contains("process 7 on a is at work here on another suite, or with another version"));
  CHECK(all.told == Contains("is it still at work? (up to 60 s)"));
  CHECK(all.size() == 1);
  CHECK(all.ended.empty());
}

TEST_CASE("register of runs: one that was killed is found out by waiting, and what it left goes") {
  Register all;
  {
    const RunRegister gone(all.folder.path(), Host{"a"}.run(), all.settings());
    write_file(all.folder / "kept", read_file(all.folder / "a-a00000000000.run"));
  }
  write_file(all.folder / "a-a00000000000.run", read_file(all.folder / "kept"));
  const RunRegister b(all.folder.path(), Host{"b", "another"}.run(), all.settings());
  CHECK(all.time == 60);
  CHECK(all.ended == "a");
  CHECK(all.size() == 1);
}

TEST_CASE("register of runs: those that share look after each other") {
  Register all;
  RunRegister a(all.folder.path(), Host{"a"}.run(), all.settings());
  write_file(all.folder / "garbage.run", "no run");
  {
    const RunRegister b(all.folder.path(), Host{"b"}.run(), all.settings());
    write_file(all.folder / "kept", read_file(all.folder / "b-b00000000000.run"));
  }
  write_file(all.folder / "b-b00000000000.run", read_file(all.folder / "kept"));
  a.look_after_others();
  all.time += 59;
  a.look_after_others();
  CHECK(all.ended.empty());
  all.time += 2;
  a.look_after_others();
  CHECK(all.ended == "b");
  CHECK(all.size() == 1);
  CHECK(entries_of(all.folder.path()) == 2);  // of a, and what the test kept
}

}  // namespace hashlab::run_register_test
