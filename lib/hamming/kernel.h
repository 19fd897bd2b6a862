#pragma once

#include <cstddef>
#include <cstdint>

namespace hashlab {

/// Everything an instruction set must provide.
struct Kernel {
  const char* name;     ///< "scalar", "avx2", "avx512", "neon"
  bool (*supported)();  ///< compiled in, and present on this CPU
  /// out[i] = Hamming distance between `query` and code i, for n codes of `words` 64-bit words
  /// stored end to end in `base`. Any alignment; words >= 1; distances at most 65535.
  void (*scan)(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
               std::size_t words, std::uint16_t* out);
};

}  // namespace hashlab
