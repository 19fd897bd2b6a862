#pragma once

#include <cstddef>
#include <string>

namespace hashlab::experiments {

/// How a launcher started this process, by the variables that it sets. What runs share needs to
/// know no more than that there are several; the ranks of an MPI job are numbered.
struct Launch {
  std::string by;                  ///< "mpirun", "srun", "a Slurm array"; empty: alone
  std::size_t rank = 0, size = 1;  ///< of an MPI job; 0 and 1 if it is none
  std::size_t here = 1;            ///< processes of it on this host, as far as it is said
  std::size_t cpus = 0;            ///< that it gives to each; 0 if it is not said

  bool has_several() const { return !by.empty(); }
};

/// Open MPI, what speaks PMI (MPICH, Intel MPI, srun --mpi=pmi2), PMIx below Slurm, srun, and
/// arrays of Slurm are known.
Launch launch_of_process();

/// The cores that each of so many processes of this host has: those that it may use itself, for a
/// launcher may bind it to some.
std::size_t cores_of_each(std::size_t processes);

/// The threads of this process, by default: what the launcher says, else cores_of_each.
std::size_t default_threads(const Launch& launch);

}  // namespace hashlab::experiments
