#define DOCTEST_CONFIG_IMPLEMENT
#include "lib/blas.h"
#include "tests/support/skip.h"

#include <doctest/doctest.h>

int main(int argc, char** argv) {
  hashlab::use_fast_blas_kernels(argv);  // as the program does
  hashlab::use_one_blas_thread();
  doctest::Context context(argc, argv);
  const int status = context.run();
  return context.shouldExit() ? status : hashlab::testing::exit_status(status);
}
