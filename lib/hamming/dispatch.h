#pragma once

#include "lib/hamming/kernel.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// Every kernel in this build, fastest first, scalar last; some may be unsupported on this CPU.
const std::vector<const Kernel*>& all_kernels();

/// The kernel to use: the one named by the environment variable HASHLAB_KERNEL if that is set and
/// not empty, else the fastest supported one.
/// Errors:  invalid_argument, listing the supported kernels, if the name is unknown or the CPU does
///          not support it. There is no silent fallback.
const Kernel& active_kernel();

/// The supported kernel of that name. Errors: as active_kernel().
const Kernel& kernel_by_name(std::string_view name);

}  // namespace hashlab
