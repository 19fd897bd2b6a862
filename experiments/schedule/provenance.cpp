#include "experiments/schedule/provenance.h"

#include "lib/blas.h"
#include "lib/h5/h5.h"
#include "lib/version.h"

#include <fmt/format.h>
#include <armadillo>

#include <fstream>

namespace hashlab::experiments {
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
      {"version", version()},
      {"compiler", HASHLAB_COMPILER},
      {"build", HASHLAB_BUILD_TYPE},
      {"cpu", processor()},
      {"kernel", kernel.name},
      {"blas", blas_description()},
      {"blas-threads", std::to_string(blas_threads())},
      {"armadillo", armadillo.as_string()},
      {"hdf5", h5_version()},
  };
}

}  // namespace hashlab::experiments
