#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// Whether a launcher has started this process as one of several that do the same, by what it says
/// in the environment: a Slurm array (SLURM_ARRAY_TASK_ID), srun (SLURM_NTASKS, SLURM_PROCID),
/// mpirun of Open MPI (OMPI_COMM_WORLD_SIZE) or of MPICH (PMI_SIZE).
struct Launcher {
  std::string name;      ///< "mpirun", "srun", "a Slurm array"; empty: none of them
  std::size_t here = 1;  ///< such processes on this host, as far as it is said
  std::size_t cpus = 0;  ///< for each of them, where it is said; else 0

  bool has_several() const { return !name.empty(); }
};
Launcher launcher();

/// Threads for this process: what the launcher says, or its part of the cores that it may use.
std::size_t default_jobs(const Launcher& launcher);

}  // namespace hashlab
