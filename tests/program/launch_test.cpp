// What `evaluate` and `search` do where a launcher has started several processes, without one.
#include "experiments/program/launch.h"

#include "lib/files/files.h"
#include "tests/support/code_files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

namespace hashlab::launch_test {

using namespace experiments;
using namespace testing;

namespace {

/// The launch that a process with these variables finds, and no others of launchers.
Launch launch_with(const std::map<std::string, std::string>& variables) {
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  const Launch launch = launch_of_process();
  for (const auto& [name, value] : variables) unsetenv(name.c_str());
  return launch;
}

/// A search of ten codes, in a folder.
struct Search {
  TemporaryFolder folder;
  std::string arguments;

  Search() {
    write_code_file(folder / "d.h5", random_codes({16, 1}, 10, 1));
    write_code_file(folder / "q.h5", random_codes({16, 1}, 2, 2));
    arguments = fmt::format("search --database {} --query {} --k 1 --format json", folder / "d.h5",
                            folder / "q.h5");
  }
};

}  // namespace

TEST_CASE("launch: the variables of each launcher are known") {
  const auto is = [](const Launch& launch, std::size_t rank, std::size_t size) {
    return launch.rank == rank && launch.size == size;
  };
  CHECK(is(launch_with({}), 0, 1));
  CHECK(is(launch_with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}), 2, 3));
  CHECK(is(launch_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "4"}}), 0, 4));
  CHECK(is(launch_with({{"PMIX_RANK", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}), 1, 2));
  // The script of a Slurm job of four tasks, and what no launcher would say.
  CHECK(is(launch_with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}), 0, 1));
  CHECK(is(launch_with({{"PMI_RANK", "x"}, {"PMI_SIZE", "4"}}), 0, 1));
  CHECK(is(launch_with({{"PMI_RANK", "4"}, {"PMI_SIZE", "4"}}), 0, 1));
}

TEST_CASE("launch: who started several processes is known, and what it gives to each") {
  CHECK_FALSE(launch_with({}).has_several());
  CHECK_FALSE(launch_with({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}).has_several());
  CHECK(launch_with({{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "4"}}).by == "srun");
  const Launch array = launch_with({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_CPUS_PER_TASK", "3"}});
  CHECK(array.by == "a Slurm array");
  CHECK(default_threads(array) == 3);
  const Launch ranks = launch_with({{"OMPI_COMM_WORLD_RANK", "2"},
                                    {"OMPI_COMM_WORLD_SIZE", "3"},
                                    {"OMPI_COMM_WORLD_LOCAL_SIZE", "100000"}});
  CHECK(ranks.by == "mpirun");
  CHECK(default_threads(ranks) == 1);
}

TEST_CASE("launch: one process of a launcher needs no MPI") {
  const Search search;
  const Outcome alone = testing::hashlab(search.arguments);
  CHECK(alone.status == 0);
  const std::string one = "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1";
  CHECK(testing::hashlab(search.arguments, one).out == alone.out);
}

#ifndef HASHLAB_HAS_MPI
TEST_CASE("launch: several processes without MPI are refused once, with the remedy") {
  const Search search;
  const Outcome first =
      testing::hashlab(search.arguments, "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=3");
  CHECK(first.status == 2);
  CHECK(refusal(first) ==
        "was started as 3 processes, but is built without MPI: install it by 'scripts/setup mpi' "
        "and build with -DHASHLAB_MPI=ON, or start one process");
  const Outcome second = testing::hashlab(search.arguments, "PMI_RANK=1 PMI_SIZE=3");
  CHECK(second.out + second.error == "");
}
#endif

TEST_CASE("launch: other verbs do not mind it") {
  CHECK(testing::hashlab("list projections", "PMI_RANK=1 PMI_SIZE=3").out ==
        testing::hashlab("list projections").out);
}

}  // namespace hashlab::launch_test
