#include "experiments/provenance.h"

#include "lib/h5.h"

#include <fmt/format.h>
#include <armadillo>

#include <fstream>

// OpenBLAS's own entry points; its cblas.h would clash with Armadillo's declarations.
extern "C" {
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
char* openblas_get_config(void);
char* openblas_get_corename(void);
}

namespace hashlab {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

std::map<std::string, std::string> provenance(const Kernel& kernel) {
  const arma::arma_version armadillo;
  return {
      {"version", HASHLAB_VERSION},
      {"compiler", HASHLAB_COMPILER},
      {"build", HASHLAB_BUILD_TYPE},
      {"cpu", processor()},
      {"kernel", kernel.name},
      {"blas", fmt::format("{} ({})", openblas_get_config(), openblas_get_corename())},
      {"blas-threads", std::to_string(openblas_get_num_threads())},
      {"armadillo", armadillo.as_string()},
      {"hdf5", h5_version()},
  };
}

void use_one_blas_thread() {
  openblas_set_num_threads(1);
}

}  // namespace hashlab
