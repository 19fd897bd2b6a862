#pragma once

#include <cfenv>
#include <cstddef>
#include <string>
#include <string_view>

namespace hashlab {

/// The OpenBLAS kernels that compute matrix products. OpenBLAS chooses its kernels when it is
/// loaded, before main(), so another choice needs a restart of the program: see
/// lib/start/prepare_blas.cpp.
///
///   portable   the kernels for AVX2 on every processor with AVX2, so results have equal last
///              digits on all of these processors
///   native     the kernels that OpenBLAS (or OPENBLAS_CORETYPE) chooses, for example for AVX-512
enum class BlasKernels { portable, native };

/// The kernels that `word` names: "portable" or "native".
/// Errors:  invalid_argument for any other word; the message begins with `what`, the name of the
///          setting.
BlasKernels parse_blas_kernels(std::string_view what, std::string_view word);

/// The kernels that the environment variable HASHLAB_BLAS selects; portable if it is not set or is
/// empty.
/// Errors:  invalid_argument for any other value of the variable.
BlasKernels blas_kernels();

/// Restarts the program with OpenBLAS's kernels for AVX2 if the processor has AVX2 but OpenBLAS
/// does not recognise the processor and has fallen back to its kernels for Prescott, a processor of
/// 2004. With these kernels training took up to 1.8 times as long. A restart is needed because
/// OpenBLAS chooses its kernels when it is loaded. If no restart is needed, or OPENBLAS_CORETYPE is
/// set, the function returns without any change. `argv` is that of main(), which must call this
/// function first.
void use_fast_blas_kernels(char** argv);

/// Limits BLAS to one thread, whatever the environment says: sums then do not depend on the number
/// of threads, and workers do not compete for cores. A program calls it before the first product;
/// code in a process of somebody else uses OneBlasThread.
void use_one_blas_thread();

/// While such an object exists, BLAS uses one thread, and the thread that made it computes with the
/// default floating-point environment: libraries that were built with -ffast-math set denormal
/// numbers to zero in every thread that loads them. The last of several objects, in whichever
/// thread, restores the number of threads that the first one found. Destroy it in the thread that
/// made it. Training, encoding and searching of hashlab's library hold one.
/// Cost:    less than a microsecond.
class OneBlasThread {
 public:
  OneBlasThread();
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;
  ~OneBlasThread();

 private:
  std::fenv_t environment_{};
};

/// Makes sure that `threads` threads can call BLAS at the same time. Without a call of this
/// function, one thread can. OpenBLAS reserves 128 MiB of address space for each calling thread and
/// retries for ever if the system refuses because of a limit (`ulimit -v` or `-d`). Without such a
/// limit, this function does nothing.
/// Errors:  io_error naming the limit that is too low and the value it should have.
void reserve_blas_buffers(std::size_t threads);

/// The number of threads that BLAS uses.
int blas_threads();

/// "OpenBLAS 0.3.21 ... (Haswell)": version, build and the kernels chosen for this processor.
std::string blas_description();

}  // namespace hashlab
