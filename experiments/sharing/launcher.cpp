#include "experiments/sharing/launcher.h"

#include "lib/numbers.h"

#include <sched.h>
#include <algorithm>
#include <cstdlib>
#include <thread>

namespace hashlab {
namespace {

/// A whole number of the environment; 0 if it is not there, or none.
std::size_t number_of(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? 0 : parse_whole(text).value_or(0);
}

/// Those that the system lets this process use; a launcher may have bound it to some.
std::size_t usable_cores() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&cores)));
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

Launcher launcher() {
  Launcher found;
  found.cpus = number_of("SLURM_CPUS_PER_TASK");
  if (number_of("OMPI_COMM_WORLD_SIZE") > 1) {
    found.name = "mpirun";
    found.here = number_of("OMPI_COMM_WORLD_LOCAL_SIZE");
  } else if (number_of("PMI_SIZE") > 1) {
    found.name = "mpirun";
    found.here = number_of("MPI_LOCALNRANKS");
  } else if (number_of("SLURM_NTASKS") > 1 && std::getenv("SLURM_PROCID") != nullptr) {
    found.name = "srun";
    found.here = number_of("SLURM_NTASKS_PER_NODE");
  } else if (std::getenv("SLURM_ARRAY_TASK_ID") != nullptr) {
    found.name = "a Slurm array";
  }
  found.here = std::max<std::size_t>(1, found.here);
  return found;
}

std::size_t default_jobs(const Launcher& launcher) {
  if (launcher.cpus > 0) return std::min<std::size_t>(launcher.cpus, 1024);
  return std::max<std::size_t>(1, usable_cores() / launcher.here);
}

}  // namespace hashlab
