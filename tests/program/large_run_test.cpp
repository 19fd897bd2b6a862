// `hashlab run` on a data set larger than its memory.
#include "lib/files/files.h"
#include "tests/support/measured.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace hashlab::large_run_test {

using namespace testing;

namespace {

constexpr const char* large_suite =
    "name = large\n"
    "dataset = large\n"
    "groundtruth = epsilon\n"
    "test-queries = 50\nvalidation-queries = 50\nvalidation-database = 500\ntraining = 500\n"
    "hasher = lsh+sbq\nhasher = itq+sbq\nhasher = pca+npq\n"
    "bits = 32\n"
    "split = literature\nsplit = improved\n"
    "runs = 1\n";

/// A data set in a folder, and the suite that runs on it.
void write_study(const TemporaryFolder& folder, std::size_t samples) {
  write_file(folder / "large.ini", large_suite);
  REQUIRE(testing::hashlab(
              fmt::format("make-data synthetic --samples {} '{}'", samples, folder / "large.h5"))
              .status == 0);
}

std::string run(const std::string& out, const std::string& options) {
  return fmt::format("run large.ini --data . --out {} {}", out, options);
}

std::string numbers(const TemporaryFolder& folder, const std::string& out) {
  const Outcome table =
      testing::hashlab(fmt::format("table '{}' --long --format csv", folder / out));
  REQUIRE(table.status == 0);
  return table.out;
}

}  // namespace

TEST_CASE("run: features larger than its memory give the same numbers, and stay on disk") {
  if (!can_measure_memory()) return;
  const TemporaryFolder folder;
  write_study(folder, 200000);  // 98 MiB
  const Measured large = measured(folder.path(), run("large", "--memory 180M"));
  REQUIRE(large.outcome.status == 0);
  CHECK(large.outcome.error ==
        Contains("large: its features, 97 MiB, are more than half of --memory: read from scratch"));
  CHECK(large.megabytes < 180);
  const Measured whole = measured(folder.path(), run("whole", "--memory 4G --jobs 1"));
  REQUIRE(whole.outcome.status == 0);
  CHECK(whole.outcome.error != Contains("scratch"));
  CHECK(whole.megabytes > 180);
  CHECK(numbers(folder, "large") == numbers(folder, "whole"));
  CHECK(entries_of(folder.path()) == 5);  // the data set, the suite, two results, the peak
}

TEST_CASE("run: what does not fit is said with what would") {
  const TemporaryFolder folder;
  write_study(folder, 1000);
  const auto refused = [&](const std::string& options) {
    return refusal(shell(
        fmt::format("cd '{}' && '{}' {}", folder.path(), HASHLAB_PROGRAM, run("out", options))));
  };
  CHECK(refused("--memory 20M") == Contains("--memory 20M is too small: the data set takes "));
  CHECK(refused("--scratch none") == "none: is no folder, which '--scratch' is to name");
  CHECK(entries_of(folder.path()) == 2);
}

}  // namespace hashlab::large_run_test
