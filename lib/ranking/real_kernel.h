#pragma once

#include <cstddef>
#include <vector>

namespace hashlab {

/// Functions, compiled for one instruction set, that compute sums over features for several queries
/// and samples at once, in double precision. Every sum adds its terms in the order of the features,
/// without fused operations, and the lanes of a vector hold different samples, never parts of one
/// sum. Therefore all kernels give the same numbers.
struct RealKernel {
  const char* name;     ///< "base", "avx2"
  bool (*supported)();  ///< true if compiled in and if this CPU can run it
  std::size_t queries;  ///< number of queries at once
  std::size_t samples;  ///< number of samples at once, at most 16
  /// out[j * samples + i] = sum over k < d of (q - x)^2 (squared_distances) or of q * x
  /// (inner_products), where q is query[k * queries + j] and x is sample[k * samples + i].
  void (*squared_distances)(const double* query, const double* sample, std::size_t d, double* out);
  void (*inner_products)(const double* query, const double* sample, std::size_t d, double* out);
};

/// Each is defined in its own file real_kernel_*.cpp. "base" runs on every CPU of the target
/// architecture.
extern const RealKernel real_kernel_base, real_kernel_avx2;

/// All kernels, fastest first; some may be unsupported on this CPU.
const std::vector<const RealKernel*>& all_real_kernels();

/// The fastest supported kernel.
const RealKernel& active_real_kernel();

}  // namespace hashlab
