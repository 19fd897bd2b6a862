#include "lib/blas.h"

#include <doctest/doctest.h>

#include <cfenv>
#include <limits>
#include <optional>
#include <thread>
#if defined(__SSE2__)
#include <pmmintrin.h>
#endif

extern "C" void openblas_set_num_threads(int threads);

namespace hashlab::blas_test {

TEST_CASE("blas: the last of several objects restores the number of threads") {
  openblas_set_num_threads(2);
  if (blas_threads() == 2) {  // it may have been built without threads
    std::optional<OneBlasThread> first(std::in_place);
    CHECK(blas_threads() == 1);
    {
      const OneBlasThread inner;
      CHECK(blas_threads() == 1);
    }
    CHECK(blas_threads() == 1);
    std::thread([&] {
      const OneBlasThread in_another_thread;
      CHECK(blas_threads() == 1);
    }).join();
    CHECK(blas_threads() == 1);
    first.reset();
    CHECK(blas_threads() == 2);
  }
  use_one_blas_thread();
}

TEST_CASE("blas: the rounding mode of a thread is the default while an object exists") {
  std::fesetround(FE_UPWARD);
  {
    const OneBlasThread one_thread;
    CHECK(std::fegetround() == FE_TONEAREST);
  }
  CHECK(std::fegetround() == FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

#if defined(__SSE2__)
TEST_CASE("blas: denormal numbers count while an object exists, whatever the host has set") {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  const volatile float smallest = std::numeric_limits<float>::min();
  const volatile float half = 0.5f;
  CHECK(smallest * half == 0);
  {
    const OneBlasThread one_thread;
    CHECK(smallest * half > 0);
  }
  CHECK(smallest * half == 0);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);
}
#endif

}  // namespace hashlab::blas_test
