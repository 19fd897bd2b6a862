#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Finds the few large keys among many keys g[i] - h[i] in single precision. In NearestSearch the
/// keys of a query are its approximate similarities to the items, up to scale and offset.
/// Subtraction and comparison are bit-exact, so the functions of all instruction sets find the same
/// keys.
struct KeyScan {
  static constexpr std::size_t chunk = 32;  ///< keys that are examined together

  const char* name;     ///< "base", "avx2"
  bool (*supported)();  ///< compiled in, and present on this CPU
  /// Scans chunks of the n keys, starting with the chunk at `begin`, until one contains keys of at
  /// least `threshold`. Writes the indices of those keys to `large`, which has room for one chunk,
  /// sets `begin` to the end of that chunk, and returns their number (0 if there are none). `h` may
  /// be null, which means zeros.
  std::size_t (*next)(const float* g, const float* h, std::size_t n, float threshold,
                      std::size_t& begin, std::uint32_t* large);
};

/// One kernel per key_scan_*.cpp. "base" runs on every CPU of the target architecture.
extern const KeyScan key_scan_base, key_scan_avx2;

/// All kernels, fastest first; some may be unsupported on this CPU.
const std::vector<const KeyScan*>& all_key_scans();

/// The fastest supported kernel.
const KeyScan& active_key_scan();

}  // namespace hashlab
