#pragma once

#include "lib/hamming/dispatch.h"

#include <vector>

namespace hashlab::testing {

/// The kernels that this machine can run.
inline std::vector<const Kernel*> supported_kernels() {
  std::vector<const Kernel*> kernels;
  for (const Kernel* kernel : all_kernels()) {
    if (kernel->supported()) kernels.push_back(kernel);
  }
  return kernels;
}

}  // namespace hashlab::testing
