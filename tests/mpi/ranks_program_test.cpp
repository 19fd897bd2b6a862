// `hashlab evaluate` and `hashlab search` under mpirun (Open MPI's): what one process prints.
#include "lib/codes/code_file.h"
#include "lib/files/files.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace hashlab::ranks_program_test {

using namespace testing;

namespace {

constexpr std::size_t n_database = 1003, n_queries = 12;

std::string table(std::size_t n) {
  return fmt::format("({}, 5)", n);
}

/// Codes with all kinds of ground truth, in a folder.
class Job {
 public:
  Job() {
    write_code_file(folder / "d.h5", random_codes({24, 1}, n_database, 1));
    write_code_file(folder / "q.h5", random_codes({24, 1}, n_queries, 2));
    Rng rng(3);
    for (const auto& [name, n] : {std::pair{"d", n_database}, std::pair{"q", n_queries}}) {
      std::vector<std::int32_t> classes;
      std::vector<float> features;
      for (std::size_t i = 0; i < n; ++i) {
        classes.push_back(static_cast<std::int32_t>(rng.below(4)));
        for (int j = 0; j < 5; ++j) features.push_back(static_cast<float>(rng.normal()));
      }
      write_file(folder / fmt::format("{}l.npy", name),
                 npy("<i4", fmt::format("({},)", n), classes));
      write_file(folder / fmt::format("{}f.npy", name), npy("<f4", table(n), features));
    }
    std::vector<std::int32_t> lists;
    for (std::int32_t q = 0; q < static_cast<std::int32_t>(n_queries); ++q) {
      lists.insert(lists.end(), {3, q, 500 + q, 1002 - q});
    }
    write_file(folder / "r.ivecs", std::string(reinterpret_cast<const char*>(lists.data()),
                                               lists.size() * sizeof lists[0]));
  }

  Outcome alone(const std::string& arguments) const {
    return shell(fmt::format("cd '{}' && '{}' {}", folder.path(), HASHLAB_PROGRAM, arguments));
  }
  /// Started by mpirun, which says nothing of its own (-q) and has its files in the folder.
  Outcome on_ranks(std::size_t n, const std::string& arguments) const {
    return shell(fmt::format("cd '{}' && {} -n {} '{}' {}", folder.path(), launcher(), n,
                             HASHLAB_PROGRAM, arguments));
  }
  std::string launcher() const {
    return fmt::format("TMPDIR='{}' '{}' -q --allow-run-as-root --oversubscribe", folder.path(),
                       HASHLAB_MPIRUN);
  }

  TemporaryFolder folder;
};

const std::string codes = "--database d.h5 --query q.h5 ";

}  // namespace

TEST_CASE("mpi: evaluate prints the same bytes on any number of ranks, for all ground truths") {
  const Job job;
  const std::string evaluate = "evaluate --threads 1 " + codes;
  for (const std::string truth :
       {"--database-labels dl.npy --query-labels ql.npy", "--relevant r.ivecs",
        "--database-features df.npy --query-features qf.npy",
        "--database-features df.npy --query-features qf.npy --radius 1.5"}) {
    CAPTURE(truth);
    for (const std::string format : {" --format text", " --format json"}) {
      const Outcome expected = job.alone(evaluate + truth + format);
      CHECK(expected.status == 0);
      for (const std::size_t n : {1u, 2u, 3u}) {
        const Outcome outcome = job.on_ranks(n, evaluate + truth + format);
        CHECK(outcome.status == 0);
        CHECK(outcome.out == expected.out);
        CHECK(outcome.error == expected.error);
      }
    }
  }
}

TEST_CASE("mpi: search finds the same on any number of ranks, in every format") {
  const Job job;
  for (const std::string asked : {"--k 10", "--radius 6", "--k 3 --radius 6"}) {
    CAPTURE(asked);
    for (const std::string format : {"text", "json", "ivecs", "h5"}) {
      const std::string search =
          fmt::format("search {}{} --format {} --out ", codes, asked, format);
      REQUIRE(job.alone(search + "one").status == 0);
      for (const std::size_t n : {1u, 2u, 3u}) {
        CHECK(job.on_ranks(n, search + "many").status == 0);
        CHECK(read_file(job.folder / "many") == read_file(job.folder / "one"));
        std::filesystem::remove(job.folder / "many");
      }
      std::filesystem::remove(job.folder / "one");
    }
  }
  const std::string json = "search " + codes + "--k 10 --format json";
  const std::string expected = job.alone(json).out;
  CHECK(job.on_ranks(3, json + " --method mih").out == expected);
  CHECK(job.on_ranks(2, json).out == expected);
}

TEST_CASE("mpi: there may be more ranks than rows") {
  const Job job;
  write_code_file(job.folder / "d.h5", random_codes({24, 1}, 2, 1));
  const std::string search = "search " + codes + "--k 5 --format json";
  CHECK(job.on_ranks(4, search).out == job.alone(search).out);
  CHECK(job.on_ranks(4, search + " --method mih").out == job.alone(search).out);
}

TEST_CASE("mpi: bad input is told once, in one line, whichever ranks meet it") {
  const Job job;
  // The sign of a real number is the bit; one in the range of the last rank is none.
  std::vector<float> reals(n_database * 5, 1.0F);
  reals[1001 * 5 + 2] = std::numeric_limits<float>::quiet_NaN();
  write_file(job.folder / "bad.npy", npy("<f4", table(n_database), reals));
  write_file(job.folder / "good.npy",
             npy("<f4", table(n_queries), std::vector<float>(n_queries * 5, 1.0F)));
  const std::string labels = " --database-labels dl.npy --query-labels ql.npy";
  std::string damaged = read_file(job.folder / "d.h5");
  damaged[damaged.size() - 9] ^= 1;
  write_file(job.folder / "damaged.h5", damaged);
  const std::string features = " --database-features df.npy --query-features qf.npy";
  for (const std::string& arguments : std::vector<std::string>{
           "evaluate " + codes + "--database-labels none.npy --query-labels ql.npy",
           "evaluate " + codes + labels + " --metric no",
           "evaluate " + codes + labels + " --memory 1M",
           "evaluate " + codes + features + " --groundtruth epsilon:neighbours=5000",
           "evaluate --database bad.npy --query good.npy" + labels,
           "search --database bad.npy --query good.npy --k 2",
           "search --database damaged.h5 --query q.h5 --k 2",
           "search " + codes + "--k 2 --out ql.npy"}) {
    CAPTURE(arguments);
    const auto begun = std::chrono::steady_clock::now();
    const Outcome expected = job.alone(arguments), outcome = job.on_ranks(3, arguments);
    CHECK(expected.status == 2);
    CHECK(outcome.status == 2);
    // How much memory is needed differs.
    if (arguments.ends_with("1M")) {
      CHECK(refusal(outcome) == Contains("--memory 1M is too small for "));
    } else {
      CHECK(refusal(outcome) == refusal(expected));
    }
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
  }
}

TEST_CASE("mpi: a rank that is killed ends all, and nothing half-written stays") {
  const Job job;
  // Zeros, of which the disk holds none: some seconds of work.
  const std::string header =
      npy_header("{'descr': '|u1', 'fortran_order': False, 'shape': (200000000, 8), }");
  write_file(job.folder / "zeros.npy", header);
  std::filesystem::resize_file(job.folder / "zeros.npy", header.size() + 1600000000);
  write_file(job.folder / "qz.npy", npy("|u1", "(200, 8)", std::vector<std::uint8_t>(1600, 1)));
  const Outcome outcome = shell(fmt::format(
      "cd '{}'; {} -n 3 '{}' search --database zeros.npy --query qz.npy --bits 64 --bit-order "
      "little --k 5 --format json --out near.json & launched=$!; sleep 1; ranks=$(pgrep -P "
      "$launched); kill -9 ${{ranks##*[!0-9]}}; wait $launched; status=$?; echo $(echo $ranks | wc "
      "-w) ranks; for i in $(seq 100); do running=$(ps -o stat= -p \"$(echo $ranks | tr ' ' ,)\" | "
      "grep -v Z); [ -n \"$running\" ] || break; sleep .1; done; echo still: $running; exit "
      "$status",
      job.folder.path(), job.launcher(), HASHLAB_PROGRAM));
  CHECK(outcome.status == 128 + 9);
  CHECK(outcome.out == "3 ranks\nstill:\n");
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(job.folder.path())) {
    const std::string name = entry.path().filename();
    if (name.find("near") != std::string::npos || name.starts_with('.')) left.push_back(name);
  }
  CHECK(left.empty());
}

TEST_CASE("mpi: processes that MPI does not know of each other are refused once") {
  const Job job;
  const std::string search = "search " + codes + "--k 1 --format json";
  const Outcome outcome =
      shell(fmt::format("cd '{}' && OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4 '{}' {}",
                        job.folder.path(), HASHLAB_PROGRAM, search));
  CHECK(outcome.status == 2);
  CHECK(refusal(outcome) == Contains("was started as 4 processes, of which MPI sees 1: "));
}

TEST_SUITE("slow") {
  TEST_CASE("mpi: of 100,000,000 codes 1, 2 and 4 ranks print the same, each below 256M") {
    if (!has_python()) return;
    const Outcome outcome = shell(fmt::format("'{}/tests/bench/ranks' --hashlab '{}' --runs 1",
                                              HASHLAB_SOURCE_DIR, HASHLAB_PROGRAM));
    MESSAGE(outcome.out);
    CHECK(outcome.status == 0);
  }
}

}  // namespace hashlab::ranks_program_test
