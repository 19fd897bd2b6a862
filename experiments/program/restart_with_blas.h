#pragma once

#include "lib/blas.h"

namespace hashlab::experiments {

/// Starts the program again, as it was called, with these kernels. Returns if it has them, or if
/// that fails.
void restart_with_blas(BlasKernels kernels);

}  // namespace hashlab::experiments
