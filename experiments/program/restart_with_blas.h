#pragma once

#include "lib/blas.h"

namespace hashlab::experiments {

/// Restarts the program with the same arguments and this choice of BLAS kernels (lib/blas.h).
/// Returns if the program already uses these kernels, or if the restart fails.
void restart_with_blas(BlasKernels kernels);

}  // namespace hashlab::experiments
