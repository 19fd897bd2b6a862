#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// How a launcher such as mpirun started this process, according to environment variables. If
/// has_several() is true, `hashlab run` shares its cells with the other processes; it needs neither
/// `rank` nor `size`, which are for MPI jobs.
struct Launch {
  std::string by;                  ///< the launcher of several processes: "mpirun", "srun" or "a
                                   ///< Slurm array"; empty if only this process is known
  std::size_t rank = 0, size = 1;  ///< in an MPI job; 0 and 1 if there is none
  std::size_t here = 1;            ///< processes of the job on this host; 1 if unknown
  std::size_t cpus = 0;            ///< cores for each process; 0 if it is not known

  bool has_several() const { return !by.empty(); }
};

/// Reads the environment variables of Open MPI, PMI (MPICH, Intel MPI, srun --mpi=pmi2), PMIx under
/// Slurm, srun, and Slurm arrays.
Launch launch_of_process();

/// The number of cores for each of `processes` processes on this host: the number of cores of the
/// host divided by `processes`, rounded down, but at least 1. It is at most the number of cores
/// that this process may use, because a launcher may have bound the process to some cores.
std::size_t cores_of_each(std::size_t processes);

/// The default number of threads of this process: `launch.cpus` if it is known, but at most 1024,
/// else cores_of_each(launch.here).
std::size_t default_threads(const Launch& launch);

}  // namespace hashlab::experiments
