#include "lib/plane_sums/sum_kernels.h"

#include <string_view>

namespace hashlab {

const SumKernel& sum_kernel_of(const Kernel& kernel) {
  for (const SumKernel* sums : {&sums_avx512, &sums_avx2, &sums_neon, &sums_popcnt}) {
    if (std::string_view(sums->name) == kernel.name) return *sums;
  }
  return sums_scalar;
}

}  // namespace hashlab
