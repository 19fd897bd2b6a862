#include "lib/hamming/dispatch.h"

#include "lib/error.h"
#include "lib/hamming/kernels.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

namespace hashlab {

const std::vector<const Kernel*>& all_kernels() {
  static const std::vector<const Kernel*> kernels = {&kernel_avx512, &kernel_avx2, &kernel_neon,
                                                     &kernel_popcnt, &kernel_scalar};
  return kernels;
}

const Kernel& kernel_by_name(std::string_view name) {
  std::vector<std::string> usable;
  bool known = false;
  for (const Kernel* kernel : all_kernels()) {
    if (kernel->supported()) {
      if (kernel->name == name) return *kernel;
      usable.emplace_back(kernel->name);
    }
    known = known || kernel->name == name;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("kernel '{}' {}; choose one of: {}", name,
                          known ? "is not supported by this build on this CPU" : "does not exist",
                          fmt::join(usable, ", ")));
}

const Kernel& active_kernel() {
  const char* forced = std::getenv("HASHLAB_KERNEL");
  if (forced != nullptr && *forced != '\0') {
    try {
      return kernel_by_name(forced);
    } catch (const Error& e) {
      throw Error(e.code(), fmt::format("environment variable HASHLAB_KERNEL: {}", e.what()));
    }
  }
  for (const Kernel* kernel : all_kernels()) {
    if (kernel->supported()) return *kernel;
  }
  return kernel_scalar;
}

}  // namespace hashlab
