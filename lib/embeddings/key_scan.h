#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Looks for the few large ones among many keys g[i] - h[i] in single precision. Subtracting and
/// comparing are exact to the bit, so all kernels find the same.
struct KeyScan {
  static constexpr std::size_t chunk = 32;  ///< keys that are looked at together

  const char* name;     ///< "base", "avx2"
  bool (*supported)();  ///< compiled in, and present on this CPU
  /// Looks at chunks of the n keys, the first of which begins at `begin`, until one has keys that
  /// are at least `threshold`. Writes where these are to `large`, which has room for a chunk,
  /// returns how many they are, 0 if there are none, and sets `begin` to the end of that chunk. `h`
  /// may be null, for zeros.
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
