#include "experiments/program/launch.h"

#include "lib/numbers.h"

#include <sched.h>
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

namespace hashlab::experiments {
namespace {

std::optional<std::size_t> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? std::nullopt : parse_whole(text);
}

/// The environment variables in which an MPI launcher passes the rank, the number of processes, and
/// the number of processes on the host.
struct Names {
  const char *by, *rank, *size, *here;
};
constexpr Names mpi_launchers[] = {
    {"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"mpirun", "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},
    {"srun", "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS_PER_NODE"}};

}  // namespace

Launch launch_of_process() {
  Launch launch;
  launch.cpus = number_in("SLURM_CPUS_PER_TASK").value_or(0);
  for (const Names& names : mpi_launchers) {
    const auto rank = number_in(names.rank), size = number_in(names.size);
    if (!rank || !size || *rank >= *size) continue;
    launch.rank = *rank;
    launch.size = *size;
    if (launch.size > 1) launch.by = names.by;
    launch.here = std::max<std::size_t>(1, number_in(names.here).value_or(1));
    return launch;
  }
  // SLURM_NTASKS is no evidence of a launcher, because Slurm also sets it in the batch script.
  if (number_in("SLURM_STEP_NUM_TASKS").value_or(1) > 1 && number_in("SLURM_PROCID")) {
    launch.by = "srun";
    launch.here = std::max<std::size_t>(1, number_in("SLURM_NTASKS_PER_NODE").value_or(1));
  } else if (number_in("SLURM_ARRAY_TASK_ID")) {
    launch.by = "a Slurm array";
  }
  return launch;
}

std::size_t cores_of_each(std::size_t processes) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t usable;
  const std::size_t own = ::sched_getaffinity(0, sizeof usable, &usable) == 0
                              ? static_cast<std::size_t>(CPU_COUNT(&usable))
                              : cores;
  return std::clamp<std::size_t>(cores / processes, 1, std::max<std::size_t>(1, own));
}

std::size_t default_threads(const Launch& launch) {
  constexpr std::size_t most = 1024;
  return launch.cpus > 0 ? std::min(launch.cpus, most) : cores_of_each(launch.here);
}

}  // namespace hashlab::experiments
