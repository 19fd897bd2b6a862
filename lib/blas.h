#pragma once

#include <string>

namespace hashlab {

/// Holds BLAS to one thread, whatever the environment says: sums then do not depend on how many
/// threads share them, and workers do not fight over cores. Call it before the first product.
void use_one_blas_thread();

/// The threads BLAS really uses.
int blas_threads();

/// "OpenBLAS 0.3.21 ... (Haswell)": version, build and the kernels chosen for this processor.
std::string blas_description();

}  // namespace hashlab
