#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Functions, compiled for one instruction set, that find the few large keys among many keys
/// g[i] - h[i] in single precision. In NearestSearch, key i of a query is the approximate
/// similarity of item i to the query, up to scale and offset. Subtraction and comparison are
/// bit-exact, so all instruction sets give the same keys.
struct KeyScan {
  static constexpr std::size_t chunk = 32;  ///< keys that are examined together

  const char* name;     ///< "base", "avx2"
  bool (*supported)();  ///< compiled in, and present on this CPU
  /// Scans the n keys chunk by chunk, starting at index `begin`, until a chunk contains keys of at
  /// least `threshold`. Writes the indices of these keys to `large`, which has room for one chunk,
  /// sets `begin` to the end of this chunk, and returns the number of indices written. Returns 0 if
  /// no such key is left. If `h` is null, the keys are g[i].
  std::size_t (*next)(const float* g, const float* h, std::size_t n, float threshold,
                      std::size_t& begin, std::uint32_t* large);
};

/// The KeyScan objects, which are called kernels below. Each is defined in its own file
/// key_scan_*.cpp. "base" runs on every CPU of the target architecture.
extern const KeyScan key_scan_base, key_scan_avx2;

/// All kernels, fastest first; some may be unsupported on this CPU.
const std::vector<const KeyScan*>& all_key_scans();

/// The fastest supported kernel.
const KeyScan& active_key_scan();

}  // namespace hashlab
