#pragma once

#include "lib/hamming/kernel.h"

namespace hashlab {

// One kernel per kernel_*.cpp, for the list in dispatch.cpp.
extern const Kernel kernel_scalar, kernel_popcnt, kernel_avx2, kernel_avx512, kernel_neon;

}  // namespace hashlab
