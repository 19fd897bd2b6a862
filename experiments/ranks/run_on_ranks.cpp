#include "experiments/ranks/run_on_ranks.h"

#include "experiments/program/command.h"
#include "experiments/ranks/launch.h"
#include "experiments/ranks/mpi.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <sched.h>
#include <algorithm>
#include <thread>

namespace hashlab {

int run_on_ranks(const std::function<int(const Ranks&)>& work) {
  const Launch launch = launch_of_process();
  if (launch.size == 1) return work(one_rank());
  if (has_mpi()) return run_on_mpi(launch, work);
  if (launch.rank != 0) return exit_done;
  refuse(
      fmt::format("was started as {} processes, but is built without MPI: install it by "
                  "'scripts/setup mpi' and build with -DHASHLAB_MPI=ON, or start one process",
                  launch.size));
}

std::size_t threads_of(const Ranks& ranks) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  if (ranks.size() == 1) return cores;
  // A launcher may bind a rank to some of the cores.
  cpu_set_t bound;
  const std::size_t own = sched_getaffinity(0, sizeof bound, &bound) == 0
                              ? static_cast<std::size_t>(CPU_COUNT(&bound))
                              : cores;
  return std::clamp<std::size_t>(cores / ranks.on_this_host(), 1, own);
}

}  // namespace hashlab
