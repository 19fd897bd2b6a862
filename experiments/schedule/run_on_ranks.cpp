#include "experiments/schedule/run_on_ranks.h"

#include "experiments/program/command.h"
#include "experiments/program/launch.h"
#include "experiments/schedule/mpi.h"
#include "lib/error.h"

#include <fmt/format.h>

namespace hashlab::experiments {

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
  return cores_of_each(ranks.on_this_host());
}

}  // namespace hashlab::experiments
