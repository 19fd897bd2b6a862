#include "experiments/schedule/runner.h"
#include "experiments/evaluate/compute_cell.h"
#include "experiments/learn/context.h"
#include "experiments/learn/learner.h"
#include "experiments/suite/suite_file.h"
#include "lib/data/dataset.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hashlab::runner_test {

using namespace experiments;
using namespace hashers;
using namespace results;
using namespace testing;

namespace {

namespace fs = std::filesystem;

/// One of the features is so large that a random combination of them overflows a float, but a
/// rotation of them does not.
void write_large_dataset(const std::string& path) {
  Dataset dataset = small_dataset(600, 16);
  for (arma::uword i = 0; i < dataset.features.n_cols; ++i) {
    dataset.features(3, i) = i % 2 == 0 ? 2.5e38f : -2.5e38f;
  }
  write_dataset(path, dataset);
}

const std::string large =
    "--set dataset=large --set groundtruth=class --set hasher=lsh+sbq --set hasher=pca+sbq";

}  // namespace

TEST_CASE("runner: a run leaves every cell whole, and running again does nothing") {
  const SmallStudy study;
  const Outcome first = study.run();
  CHECK(first.status == 0);
  CHECK(first.error == Contains("tiny: 12 cells, 0 done before, 12 to run"));
  CHECK(first.error == Contains("done 12/12"));
  CHECK(first.out == Contains("auprc on small"));
  CHECK(study.cells().size() == 12);
  CHECK(study.status() == "tiny on small: 12 cells, 12 done, 0 missing, 0 failed, 0 damaged");

  const std::string before = fingerprint(study.results());
  const Outcome second = study.run();
  CHECK(second.status == 0);
  CHECK(second.error == Contains("12 done before, 0 to run"));
  CHECK(second.out == first.out);
  CHECK(fingerprint(study.results()) == before);
}

TEST_CASE("runner: a cell that is deleted, cut or changed is computed again, and no other") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const std::string numbers = study.numbers();
  const std::vector<std::string> cells = study.cells();
  std::string bytes = read_file(cells[4]);
  SUBCASE("deleted") {
    fs::remove(cells[4]);
  }
  SUBCASE("emptied") {
    write_file(cells[4], "");
  }
  SUBCASE("cut short") {
    write_file(cells[4], bytes.substr(0, bytes.size() / 2));
  }
  SUBCASE("one byte changed") {
    bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
    write_file(cells[4], bytes);
  }
  SUBCASE("another cell in its place") {
    write_file(cells[4], read_file(cells[5]));
  }
  SUBCASE("not a cell at all") {
    write_file(cells[4], "text");
  }

  std::vector<std::string> others;
  for (const std::string& cell : cells) {
    if (cell != cells[4]) others.push_back(read_file(cell));
  }
  const Outcome again = study.run("--set runs=1");
  CHECK(again.status == 0);
  CHECK(again.error == Contains("5 done before, 1 to run"));
  CHECK(study.numbers() == numbers);
  CHECK(study.cells() == cells);
  std::vector<std::string> now;
  for (const std::string& cell : cells) {
    if (cell != cells[4]) now.push_back(read_file(cell));
  }
  CHECK(now == others);
}

TEST_CASE("runner: numbers depend neither on the number of jobs nor on the kernel") {
  std::string expected;
  {
    const SmallStudy study;
    REQUIRE(study.run("--jobs 1", "HASHLAB_KERNEL=scalar").status == 0);
    expected = study.numbers();
    CHECK(lines_of(expected).size() == 1 + 12 * 2);
  }
  for (const int jobs : {2, 3}) {
    CAPTURE(jobs);
    const SmallStudy study;
    REQUIRE(study.run(fmt::format("--jobs {}", jobs)).status == 0);
    CHECK(study.numbers() == expected);
  }
  for (const Kernel* kernel : all_kernels()) {
    CAPTURE(kernel->name);
    if (!kernel->supported()) continue;
    const SmallStudy study;
    const Outcome run = study.run("--jobs 1", fmt::format("HASHLAB_KERNEL={}", kernel->name));
    REQUIRE(run.status == 0);
    CHECK(run.error == Contains(fmt::format("kernel {}", kernel->name)));
    CHECK(study.numbers() == expected);
  }
}

TEST_CASE("runner: numbers are the same whether what is learned is reused or not") {
  const std::string shared =
      "--set runs=2 --set split=improved --set split=matched --set split=literature --set "
      "'bits=4 8' --set hasher=grh+sbq --set 'grid=grh+vbq: price=0.1,1; beta=0.5,1; max-bits=1,2'";
  const SmallStudy study, anew, tight;
  REQUIRE(study.run(shared + " --jobs 2").status == 0);
  REQUIRE(anew.run(shared + " --no-reuse --jobs 1").status == 0);
  CHECK(anew.numbers() == study.numbers());
  // So little room that most of it is forgotten.
  const Outcome refused = tight.run(shared + " --memory 1M");
  CHECK(refused.status == 2);
  CHECK(refused.error == Contains("--memory 1M is too small: the data set takes "));
}

TEST_CASE("runner: what improved has learned is found again by matched") {
  const SmallStudy small;
  Suite suite = read_suite(small / "tiny.ini", {});
  suite.splits = {"improved", "matched"};
  const Dataset dataset = small_dataset(600, 16);
  const Study study(dataset, suite);
  const std::vector<Cell> cells = list_cells(suite);
  Reuse reuse(std::size_t{1} << 28);
  std::size_t learned = 0, projections = 0;
  for (const char* split : {"improved", "matched"}) {
    const RunContext context = make_run_context(study, split, 1, &reuse);
    Learner learner(study, context);
    for (const Cell& cell : cells) {
      if (cell.split != split || cell.run != 1) continue;
      const Hasher& hasher = *cell.method.hash_function();
      learner.quantiser(hash_function_of(cell, hasher));
      ++projections;
    }
    if (learned == 0) learned = reuse.counts().made;
  }
  CHECK(projections > 2);
  CHECK(reuse.counts().made == learned);
}

TEST_CASE("runner: killed at three moments, the same command ends with the same numbers") {
  const SmallStudy study;
  std::size_t killed = 0, jobs = 1;
  for (const std::size_t moment : {3u, 30u, 60u}) {
    Background run(study.arguments("run", fmt::format("{} --jobs {}", longer_run, jobs++)));
    REQUIRE(study.wait_for_cells(moment));
    run.send(SIGKILL);
    killed += run.wait() == 128 + SIGKILL ? 1 : 0;
    const std::size_t there = study.cells().size();
    CHECK(study.status() == fmt::format("tiny on small: 108 cells, {} done, {} missing, 0 failed, "
                                        "0 damaged",
                                        there, 108 - there));
  }
  CHECK(killed > 0);  // or the test has tested nothing
  const std::size_t there = study.cells().size();
  const Outcome last = study.run(longer_run);
  CHECK(last.status == 0);
  CHECK(last.error == Contains(fmt::format("{} done before, {} to run", there, 108 - there)));
  CHECK(study.cells().size() == 108);
  CHECK(study.numbers() == numbers_of_longer_run());
}

TEST_CASE("runner: a temporary file that a killed run left is not taken for a cell") {
  const SmallStudy study;
  REQUIRE(study.run().status == 0);
  const fs::path cell = study.cells().front();
  const fs::path left =
      cell.parent_path() / ("." + cell.filename().string() + ".hashlab-0123456789ab.tmp");
  fs::rename(cell, left);
  CHECK(study.status() == "tiny on small: 12 cells, 11 done, 1 missing, 0 failed, 0 damaged");
  CHECK(study.run().error == Contains("11 done before, 1 to run"));
  CHECK(study.cells().size() == 12);
  CHECK_FALSE(fs::exists(left));
}

TEST_CASE("runner: Ctrl-C ends with status 130, keeps what is done, and a later run completes") {
  const SmallStudy study;
  Background run(study.arguments("run", longer_run + " --jobs 2"));
  REQUIRE(study.wait_for_cells(5));
  run.send(SIGINT);
  CHECK(run.wait() == 130);
  const std::size_t there = study.cells().size();
  CHECK(there >= 5);
  CHECK(study.status() == Contains("0 failed, 0 damaged"));
  CHECK(study.run(longer_run).error == Contains(fmt::format("{} done before", there)));
  CHECK(study.numbers() == numbers_of_longer_run());
}

TEST_CASE("runner: a cell that fails is recorded with its message and the others go on") {
  const SmallStudy study;
  write_large_dataset(study / "large.h5");
  const Outcome run = study.run(large + " --jobs 1");  // so that the last one succeeds
  CHECK(run.status == 1);
  CHECK(run.error == Contains("failed lsh+sbq 8b improved run 2: quantiser: "));
  CHECK(run.error == Contains("done 8/8"));
  CHECK(run.error == Contains("error: 4 cells failed; 'hashlab status "));
  CHECK(run.out == Contains("pca+sbq"));
  CHECK(run.out == Contains("incomplete: 0 of 8 cells are missing, 4 failed"));
  const Outcome status = hashlab::testing::hashlab("status '" + study.results() + "'");
  CHECK(status.status == 1);
  CHECK(status.out == Contains("failed before: quantiser: dimension 0 of sample "));
  CHECK(status.out == Contains("8 cells, 4 done, 0 missing, 4 failed, 0 damaged"));
  CHECK(lines_of(status.out).size() == 5);
  CHECK(study.run(large).error == Contains("8 cells, 4 done before, 4 to run"));
}

TEST_CASE("runner: a split whose ground truth cannot be had fails alone") {
  const SmallStudy study;
  const Outcome run = study.run("--set groundtruth=epsilon:neighbours=200,reference=learnable");
  CHECK(run.status == 1);
  CHECK(run.error == Contains("failed lsh+sbq 8b improved run 1: the ball's radius needs "
                              "neighbours = 200"));
  CHECK(study.status() == Contains("6 done, 0 missing, 6 failed"));
}

TEST_CASE("runner: if every cell fails there is no table, and status 1") {
  const SmallStudy study;
  write_large_dataset(study / "large.h5");
  const Outcome run =
      study.run("--set dataset=large --set groundtruth=class --set hasher=lsh+sbq --jobs 1");
  CHECK(run.status == 1);
  CHECK(run.out.empty());
  CHECK(study.status() == Contains("0 done, 0 missing, 4 failed"));
}

TEST_CASE("runner: a ball that no split can have is refused by run and plan alike") {
  const SmallStudy study;
  const std::string ball = "--set groundtruth=epsilon:neighbours=900";
  const Outcome run = study.run(ball);
  CHECK(run.status == 2);
  CHECK(run.error ==
        Contains("error: groundtruth asks for neighbours = 900 among at most 599 rows"));
  CHECK(hashlab::testing::hashlab(study.arguments("plan", ball)).error == run.error);
  CHECK(study.cells().empty());
}

TEST_CASE("runner: reports each cell once, one at a time, and stops when asked") {
  const Dataset dataset = small_dataset(600, 16);
  const SmallStudy study;
  const Suite suite = read_suite(study / "tiny.ini", {});
  const std::vector<Cell> cells =
      plan_cells(suite, {dataset.name, dataset.checksum, dataset.size(), dataset.dimensions()});
  std::atomic<bool> stop = false;
  RunSettings settings;
  settings.folder = study / "";
  settings.jobs = 3;
  settings.kernel = &active_kernel();
  settings.stop = &stop;
  std::multiset<std::string> reported;  // not guarded: the runner's promise
  const auto report = [&](const CellReport& r) { reported.insert(r.cell->key + r.failure); };
  std::multiset<std::string> expected;
  for (const Cell& cell : cells) expected.insert(cell.key);

  SUBCASE("to the end") {
    const RunSummary summary = run_cells({dataset, suite}, cells, settings, report);
    CHECK(summary.done == 12);
    CHECK(summary.failed == 0);
    CHECK_FALSE(summary.interrupted);
    CHECK(reported == expected);
  }
  SUBCASE("before the start") {
    stop = true;
    const RunSummary summary = run_cells({dataset, suite}, cells, settings, report);
    CHECK(summary.done == 0);
    CHECK(summary.interrupted);
    CHECK(reported.empty());
  }
  SUBCASE("in the middle") {
    settings.jobs = 1;
    const RunSummary summary = run_cells({dataset, suite}, cells, settings, [&](const auto& r) {
      report(r);
      stop = reported.size() == 4;
    });
    CHECK(summary.done == 4);
    CHECK(summary.interrupted);
    CHECK(reported.size() == 4);
  }
  SUBCASE("while a cell is learned: it is left out, and a later run has its numbers") {
    const Suite learned = read_suite(study / "tiny.ini", {"hasher=bre+sbq", "runs=1"});
    const std::vector<Cell> two =
        plan_cells(learned, {dataset.name, dataset.checksum, dataset.size(), dataset.dimensions()});
    std::size_t told = 0;
    settings.jobs = 1;
    settings.learning = [&](const Cell&, std::string_view what, std::size_t done,
                            std::size_t total) {
      CHECK(what.starts_with("bre: "));
      CHECK(done <= total);
      stop = ++told == 3;
    };
    const RunSummary summary = run_cells({dataset, learned}, two, settings, report);
    CHECK(summary.done == 0);
    CHECK(summary.failed == 0);
    CHECK(summary.interrupted);
    CHECK(told == 3);
    CHECK(reported.empty());
    for (const Cell& cell : two) CHECK_FALSE(fs::exists(study / cell.file));
    stop = false;
    settings.learning = {};
    CHECK(run_cells({dataset, learned}, two, settings, report).done == two.size());
    const CellRecord alone = compute_cell({dataset, learned}, two.front(), active_kernel());
    CHECK(read_cell(study / two.front().file, false).metrics == alone.metrics);
  }
  SUBCASE("where nothing can be written") {
    settings.folder = study / "tiny.ini/below";
    CHECK(error_of([&] {
            run_cells({dataset, suite}, cells, settings, report);
          }) == Contains("cannot be written"));
    CHECK(reported.empty());
  }
}

TEST_CASE("runner: cells without codes run again when codes are asked for") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1").status == 0);
  const Outcome again = study.run("--keep-codes --set runs=1");
  CHECK(again.status == 0);
  CHECK(again.error == Contains("6 to run"));
  for (const std::string& path : study.cells()) CHECK(read_cell(path, false).has_codes);
  CHECK(study.run("--set runs=1").error == Contains("0 to run"));
}

TEST_CASE("runner: codes are kept on request, and rank as the counts say") {
  const SmallStudy study;
  REQUIRE(study.run("--keep-codes --set bits=12 --set runs=1").status == 0);
  const Dataset dataset = read_dataset(study / "small.h5");
  const Suite suite = read_suite(study / "tiny.ini", {});
  REQUIRE(study.cells().size() == 6);
  for (const std::string& path : study.cells()) {
    CAPTURE(path);
    const CellRecord record = read_cell(path, true);
    const H5File file = H5File::open(path);
    const RunContext context = make_run_context({dataset, suite}, record.split, 1);
    const CodeFormat format{12, record.hasher == "lsh+sbq" ? 1u : 2u};
    const auto read_codes = [&](const std::string& group, const Rows& rows) {
      REQUIRE(file.shape(group + "/codes").size == std::vector<std::size_t>{rows.size(), 2});
      std::vector<std::uint8_t> bytes(rows.size() * 2);
      Rows stored(rows.size());
      file.read(group + "/codes", bytes.data());
      file.read(group + "/rows", stored.data());
      CHECK(stored == rows);
      Codes codes(format, rows.size());
      std::size_t padding = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
          if (((bytes[i * 2 + j / 8] >> (j % 8)) & 1) == 0) continue;
          if (j < 12) {
            codes.set_bit(i, j);
          } else {
            ++padding;
          }
        }
      }
      CHECK(padding == 0);
      return codes;
    };
    const RankCounts counts = rank_counts_reference(
        read_codes("/query", context.split.test_queries),
        read_codes("/database", context.split.test_database), context.relevance);
    CHECK(counts.all == record.counts.all);
    CHECK(counts.relevant == record.counts.relevant);
    CHECK(std::ranges::any_of(counts.relevant, [](std::uint32_t c) { return c > 0; }));
  }
}

TEST_CASE("runner: codes are not kept unless asked for") {
  const SmallStudy study;
  REQUIRE(study.run("--set runs=1 --set split=improved").status == 0);
  const std::vector<std::string> expected = {"/counts/all",      "/counts/relevant",
                                             "/curve/precision", "/curve/radius",
                                             "/curve/recall",    "/fitted/rows"};
  for (const std::string& path : study.cells()) CHECK(H5File::open(path).members() == expected);
}

}  // namespace hashlab::runner_test
