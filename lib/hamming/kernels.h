#pragma once

#include "lib/hamming/kernel.h"

namespace hashlab {

// The kernels, each defined in its own file kernel_*.cpp. dispatch.cpp lists them all.
extern const Kernel kernel_scalar, kernel_popcnt, kernel_avx2, kernel_avx512, kernel_neon;

}  // namespace hashlab
