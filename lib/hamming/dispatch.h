#pragma once

#include "lib/hamming/kernel.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// All kernels, fastest first, scalar last. Some of them may not be compiled into this build or may
/// need another CPU (see Kernel::supported).
const std::vector<const Kernel*>& all_kernels();

/// The kernel to use: the one that the environment variable HASHLAB_KERNEL names, or the fastest
/// supported kernel if the variable is not set or empty.
/// Errors:  invalid_argument, listing the supported kernels, if the name is unknown or this build
///          or CPU does not support the kernel. There is no silent fallback.
const Kernel& active_kernel();

/// The kernel with this name.
/// Errors:  invalid_argument, listing the supported kernels, if the name is unknown or this build
///          or CPU does not support the kernel.
const Kernel& kernel_by_name(std::string_view name);

}  // namespace hashlab
