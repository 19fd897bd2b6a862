#pragma once

#include <string>

namespace hashlab {

/// Limits BLAS to one thread, whatever the environment says: sums then do not depend on the number
/// of threads, and workers do not compete for cores. Call it before the first product.
void use_one_blas_thread();

/// The number of threads that BLAS uses.
int blas_threads();

/// "OpenBLAS 0.3.21 ... (Haswell)": version, build and the kernels chosen for this processor.
std::string blas_description();

}  // namespace hashlab
