#pragma once

#include "lib/hamming/kernel.h"
#include "lib/plane_sums/sum_kernel.h"

namespace hashlab {

// The kernels, each defined in its own file sums_*.cpp.
extern const SumKernel sums_scalar, sums_popcnt, sums_avx2, sums_avx512, sums_neon;

/// The kernel of sums that belongs to a kernel of Hamming distances: that of the same name.
const SumKernel& sum_kernel_of(const Kernel& kernel);

}  // namespace hashlab
