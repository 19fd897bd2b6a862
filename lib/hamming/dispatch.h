#pragma once

#include "lib/hamming/kernel.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// Every kernel in this build, fastest first, scalar last; some may be unsupported on this CPU.
const std::vector<const Kernel*>& all_kernels();

/// The kernel to use: the one that the environment variable HASHLAB_KERNEL names, or the fastest
/// supported kernel if the variable is not set or empty.
/// Errors:  invalid_argument, listing the supported kernels, if the name is unknown or the CPU does
///          not support the kernel. There is no silent fallback.
const Kernel& active_kernel();

/// The kernel with this name.
/// Errors:  invalid_argument, listing the supported kernels, if the name is unknown or the CPU does
///          not support the kernel.
const Kernel& kernel_by_name(std::string_view name);

}  // namespace hashlab
