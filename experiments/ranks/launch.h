#pragma once

#include <cstddef>

namespace hashlab {

/// How an MPI launcher (mpirun, srun) started this process, by the variables that it sets.
struct Launch {
  std::size_t rank = 0, size = 1;
};

/// Open MPI, what speaks PMI (MPICH, Intel MPI, srun --mpi=pmi2) and PMIx below Slurm are known.
/// One process if there was no launcher.
Launch launch_of_process();

}  // namespace hashlab
