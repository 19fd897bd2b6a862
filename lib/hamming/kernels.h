#pragma once

#include "lib/hamming/kernel.h"

namespace hashlab {

// One kernel per kernel_*.cpp; dispatch.cpp lists them all.
extern const Kernel kernel_scalar, kernel_popcnt, kernel_avx2, kernel_avx512, kernel_neon;

}  // namespace hashlab
