#pragma once

#include <cstddef>
#include <cstdint>

namespace hashlab::bench {

/// What the arithmetic of Hamming distances costs without any use of them: every word is loaded,
/// compared with the same word of each query, counted and added up. Tiled, so that the codes stay
/// in the cache; `in_registers` (1 or 8) queries share each load. Written with AVX-512 VPOPCNTDQ.
struct Roofline {
  bool (*supported)();
  std::uint64_t (*sum)(const std::uint64_t* queries, std::size_t n_queries,
                       const std::uint64_t* codes, std::size_t n_codes, std::size_t words,
                       std::size_t in_registers);
};
extern const Roofline roofline;

}  // namespace hashlab::bench
