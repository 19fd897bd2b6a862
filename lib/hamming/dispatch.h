#pragma once

#include "lib/hamming/kernel.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// Every kernel this build knows, best first, scalar last; some may be unsupported on this CPU.
const std::vector<const Kernel*>& all_kernels();

/// The kernel to use: the one named by the environment variable HASHLAB_KERNEL if set and not
/// empty, else the best supported one.
/// Errors:  invalid_argument, listing what is supported here, if the name is unknown or the CPU
///          lacks it. There is no silent fallback.
const Kernel& active_kernel();

/// The supported kernel of that name; same errors.
const Kernel& kernel_by_name(std::string_view name);

}  // namespace hashlab
