#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// How a launcher started this process, according to its environment variables. Runs that share
/// work need to know only that there are several; the ranks of an MPI job are numbered.
struct Launch {
  std::string by;                  ///< "mpirun", "srun", "a Slurm array"; empty: alone
  std::size_t rank = 0, size = 1;  ///< of an MPI job; 0 and 1 if there is none
  std::size_t here = 1;            ///< processes of the job on this host, if known
  std::size_t cpus = 0;            ///< cores for each process; 0 if it is not known

  bool has_several() const { return !by.empty(); }
};

/// Recognises Open MPI, PMI (MPICH, Intel MPI, srun --mpi=pmi2), PMIx under Slurm, srun, and Slurm
/// arrays.
Launch launch_of_process();

/// The number of cores for each of `processes` processes on this host. It counts the cores that
/// this process may use, because a launcher may bind it to some cores.
std::size_t cores_of_each(std::size_t processes);

/// The default number of threads of this process: as the launcher states, else cores_of_each.
std::size_t default_threads(const Launch& launch);

}  // namespace hashlab::experiments
