#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "lib/blas.h"

int main(int argc, char** argv) {
  hashlab::use_one_blas_thread();  // as the program does
  doctest::Context context(argc, argv);
  return context.run();
}
