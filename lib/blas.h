#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// Which kernels of OpenBLAS compute products. The program is started with them, since OpenBLAS
/// chooses when it is loaded: see lib/start/prepare_blas.cpp.
///
///   portable   those for AVX2, wherever there is AVX2: the same last digits on all such processors
///   native     those that OpenBLAS, or OPENBLAS_CORETYPE, chooses: for AVX-512, say
enum class BlasKernels { portable, native };

/// Errors:  invalid_argument, naming `what`, for another word than "portable" and "native".
BlasKernels parse_blas_kernels(std::string_view what, std::string_view word);

/// What the environment variable HASHLAB_BLAS asks for; portable, unless it is set.
/// Errors:  invalid_argument if it is something else.
BlasKernels blas_kernels();

/// Starts the program again with OpenBLAS's kernels for AVX2 where it has taken those of 2004, for
/// a processor with AVX2 that it does not know: learning took up to 1.8 times as long. OpenBLAS
/// chooses when it is loaded; if OPENBLAS_CORETYPE is set, that decides. `argv` is that of main, of
/// which this is the first call. Returns if there is nothing to change.
void use_fast_blas_kernels(char** argv);

/// Limits BLAS to one thread, whatever the environment says: sums then do not depend on the number
/// of threads, and workers do not compete for cores. Call it before the first product.
void use_one_blas_thread();

/// Makes sure that so many threads can call BLAS at the same time; one, if it is never called.
/// OpenBLAS keeps 128 MiB of addresses for each thread that calls it, and where the system refuses
/// them (`ulimit -v` or `-d`) it asks again for ever. Does nothing where addresses are not limited.
/// Errors:  io_error saying which limit is too low, and what it should be.
void reserve_blas_buffers(std::size_t threads);

/// The number of threads that BLAS uses.
int blas_threads();

/// "OpenBLAS 0.3.21 ... (Haswell)": version, build and the kernels chosen for this processor.
std::string blas_description();

}  // namespace hashlab
