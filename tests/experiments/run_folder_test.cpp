#include "experiments/schedule/run_folder.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/files/files.h"
#include "lib/hamming/dispatch.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <string>

namespace hashlab::run_folder_test {

using namespace experiments;
using namespace testing;

namespace {

/// Keeps what a run reports.
struct Heard final : RunReports {
  void note(const std::string& line) override { notes += line + "\n"; }
  void show(const std::string& text) override { tables += text; }
  void begin(std::size_t cells) override { missing = cells; }
  void mention(const std::string&) override {}
  void advance(const std::string& what, const std::string& failure) override {
    CHECK(failure == "");
    last = what;
    ++done;
  }
  void advance_elsewhere(std::size_t cells) override { elsewhere += cells; }
  void end() override { has_ended = true; }

  std::string notes, tables, last;
  std::size_t missing = 0, done = 0, elsewhere = 0;
  bool has_ended = false;
};

/// A tiny suite of twelve cells, run without the program.
class TinyFolder {
 public:
  TinyFolder() {
    write_dataset(folder_ / "small.h5", small_dataset(600, 16));
    dataset_ = read_dataset(folder_ / "small.h5");
    request.settings.kernel = &active_kernel();
    request.settings.stop = &stop;
  }
  ExitStatus run(Heard& heard) const {
    const Suite suite = parse_suite(tiny_suite(), "tiny.ini", {});
    Study study(dataset_, suite);
    return run_folder(study, results(), request, heard);
  }
  ResultsFolder results() const { return {folder_ / "out"}; }

  RunRequest request;
  std::atomic<bool> stop = false;

 private:
  TemporaryFolder folder_;
  Dataset dataset_;
};

}  // namespace

TEST_CASE("run in a folder: every cell is computed once, and the tables are shown each time") {
  const TinyFolder tiny;
  Heard first, second;
  CHECK(tiny.run(first) == exit_done);
  CHECK(first.notes == Contains("tiny: 12 cells, 0 done before, 12 to run with 1 job, kernel "));
  CHECK(first.missing == 12);
  CHECK(first.done == 12);
  CHECK(first.last == Contains(" run 2"));
  CHECK(first.has_ended);
  CHECK(first.tables == Contains("auprc on small"));
  CHECK(read_file(tiny.results().tables() + "/tables.txt") == first.tables);

  CHECK(tiny.run(second) == exit_done);
  CHECK(second.notes == Contains("tiny: 12 cells, 12 done before, 0 to run"));
  CHECK(second.missing == 0);
  CHECK(second.tables == first.tables);
}

TEST_CASE("run in a folder: a run that shares its work leaves no trace of that") {
  TinyFolder tiny;
  tiny.request.shares = true;
  Heard heard;
  CHECK(tiny.run(heard) == exit_done);
  CHECK(heard.notes == Contains("12 to run by all runs that share them, with 1 job"));
  CHECK(heard.done == 12);
  CHECK(heard.elsewhere == 0);
  CHECK(heard.tables == Contains("auprc on small"));
  CHECK_FALSE(std::filesystem::exists(tiny.results().path + "/shared"));
}

TEST_CASE("run in a folder: a stopped run has no tables, and the next one does the rest") {
  TinyFolder tiny;
  tiny.stop = true;
  Heard stopped, rest;
  CHECK(tiny.run(stopped) == exit_interrupted);
  CHECK(stopped.notes == Contains("interrupted: 0 cells done"));
  CHECK(stopped.tables == "");
  tiny.stop = false;
  CHECK(tiny.run(rest) == exit_done);
  CHECK(rest.done == 12);
}

}  // namespace hashlab::run_folder_test
