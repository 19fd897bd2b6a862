#include "lib/blas.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <vector>

// OpenBLAS's own entry points; its cblas.h would clash with Armadillo's declarations.
extern "C" {
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
char* openblas_get_config(void);
char* openblas_get_corename(void);
void* blas_memory_alloc(int procedure);
void blas_memory_free(void* buffer);
}

namespace hashlab {
namespace {

// OpenBLAS 0.3.21 for x86-64, as strace shows: 128 MiB and two pages, which are not touched.
constexpr std::size_t buffer_bytes = (std::size_t{128} << 20) + 8192;

bool can_map(std::size_t bytes) {
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return false;
  munmap(place, bytes);
  return true;
}

/// "address space (ulimit -v)" and how much of it is allowed; of no limit, nothing.
struct Limit {
  const char* what;
  rlim_t bytes;
};

Limit lowest_limit() {
  rlimit space{}, data{};
  getrlimit(RLIMIT_AS, &space);
  getrlimit(RLIMIT_DATA, &data);
  if (space.rlim_cur <= data.rlim_cur) return {"address space (ulimit -v)", space.rlim_cur};
  return {"memory (ulimit -d)", data.rlim_cur};
}

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

}  // namespace

BlasKernels parse_blas_kernels(std::string_view what, std::string_view word) {
  if (word == "portable") return BlasKernels::portable;
  if (word == "native") return BlasKernels::native;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} = '{}', must be portable | native", what, word));
}

BlasKernels blas_kernels() {
  const char* asked = std::getenv("HASHLAB_BLAS");
  if (asked == nullptr || *asked == '\0') return BlasKernels::portable;
  return parse_blas_kernels("environment variable HASHLAB_BLAS", asked);
}

void use_fast_blas_kernels(char** argv) {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  // Prescott is what OpenBLAS takes for an x86-64 processor that it does not know.
  if (openblas_get_corename() != std::string_view("Prescott") || !has_avx2()) return;
  if (std::getenv(variable) != nullptr) return;
  if (setenv(variable, "Haswell", 1) == 0) execv("/proc/self/exe", argv);
}

void use_one_blas_thread() {
  openblas_set_num_threads(1);
}

namespace {

/// The objects of OneBlasThread in all threads, and the number of threads before the first.
struct BlasThreads {
  std::mutex guard;
  std::size_t holders = 0;
  int before = 1;
};

BlasThreads& blas_thread_count() {
  static BlasThreads count;
  return count;
}

}  // namespace

OneBlasThread::OneBlasThread() {
  BlasThreads& count = blas_thread_count();
  {
    const std::lock_guard lock(count.guard);
    if (count.holders++ == 0) {
      count.before = openblas_get_num_threads();
      if (count.before != 1) openblas_set_num_threads(1);
    }
  }
  std::fegetenv(&environment_);
  std::fesetenv(FE_DFL_ENV);
}

OneBlasThread::~OneBlasThread() {
  std::fesetenv(&environment_);
  BlasThreads& count = blas_thread_count();
  const std::lock_guard lock(count.guard);
  if (--count.holders == 0 && count.before != 1) openblas_set_num_threads(count.before);
}

void reserve_blas_buffers(std::size_t threads) {
  static std::mutex guard;
  static std::size_t held = 0;  // OpenBLAS gives none back
  const std::lock_guard lock(guard);
  const Limit limit = lowest_limit();
  if (limit.bytes == RLIM_INFINITY || threads <= held) return;
  const std::size_t missing = (threads - held) * buffer_bytes;
  // HDF5 crashes if there is nothing left for it, and glibc takes 64 MiB of addresses for the
  // allocations of each thread.
  const std::size_t rest = threads * (std::size_t{64} << 20);
  if (!can_map(missing + rest)) {
    constexpr std::size_t others = std::size_t{160} << 20;  // code, stacks and small data
    throw Error(ErrorCode::io_error,
                fmt::format("the {} is limited to {} MiB, but OpenBLAS takes 129 MiB{}: allow {} "
                            "MiB or more{}",
                            limit.what, limit.bytes >> 20,
                            threads == 1 ? "" : fmt::format(" for each of {} threads", threads),
                            (std::max<std::size_t>(limit.bytes, others) + missing + rest) >> 20,
                            threads == 1 ? "" : ", or ask for fewer threads"));
  }
  std::vector<void*> buffers;
  while (buffers.size() < threads) buffers.push_back(blas_memory_alloc(0));
  for (void* buffer : buffers) blas_memory_free(buffer);
  held = threads;
}

int blas_threads() {
  return openblas_get_num_threads();
}

std::string blas_description() {
  return fmt::format("{} ({})", openblas_get_config(), openblas_get_corename());
}

}  // namespace hashlab
