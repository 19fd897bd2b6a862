#include "lib/ranking/real_kernel.h"

namespace hashlab {

const std::vector<const RealKernel*>& all_real_kernels() {
  static const std::vector<const RealKernel*> kernels = {&real_kernel_avx2, &real_kernel_base};
  return kernels;
}

const RealKernel& active_real_kernel() {
  for (const RealKernel* kernel : all_real_kernels()) {
    if (kernel->supported()) return *kernel;
  }
  return real_kernel_base;
}

}  // namespace hashlab
