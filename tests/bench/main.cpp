#include "lib/blas.h"
#include "lib/hamming/dispatch.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace {

const char* compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  try {
    benchmark::AddCustomContext("kernel", hashlab::active_kernel().name);
    benchmark::AddCustomContext("blas", hashlab::blas_description());
    benchmark::AddCustomContext("blas_threads", std::to_string(hashlab::blas_threads()));
    benchmark::AddCustomContext("compiler", compiler());
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "hashlab_bench: %s\n", e.what());
    return 2;
  }
  return EXIT_SUCCESS;
}
