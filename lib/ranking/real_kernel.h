#pragma once

#include <cstddef>
#include <vector>

namespace hashlab {

/// Sums over features for a few queries and a few samples at once, in double precision. Every sum
/// adds its features one after the other, first to last, each term rounded once for its operations:
/// lanes hold different samples, never parts of one sum. So all kernels give the same numbers.
struct RealKernel {
  const char* name;     ///< "base", "avx2"
  bool (*supported)();  ///< compiled in, and present on this CPU
  std::size_t queries;  ///< queries at once
  std::size_t samples;  ///< samples at once: at most 16
  /// out[j * samples + i] = sum over k < d of (q - x)^2, or of q * x, where q is
  /// query[k * queries + j] and x is sample[k * samples + i].
  void (*squared_distances)(const double* query, const double* sample, std::size_t d, double* out);
  void (*inner_products)(const double* query, const double* sample, std::size_t d, double* out);
};

/// One per real_kernel_*.cpp. "base" needs nothing beyond what the compiler may assume.
extern const RealKernel real_kernel_base, real_kernel_avx2;

/// Fastest first, whether or not this CPU has them.
const std::vector<const RealKernel*>& all_real_kernels();

/// The fastest that is supported.
const RealKernel& active_real_kernel();

}  // namespace hashlab
