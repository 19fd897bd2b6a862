#include "tests/bench/roofline.h"

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__)
#define HASHLAB_AVX512
#include <immintrin.h>
#endif

namespace hashlab::bench {
namespace {

#ifdef HASHLAB_AVX512

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq");
}

// Whole vectors of words; a query of 1, 2, 4 or 8 words is repeated until it fills one.
template <std::size_t n>
std::uint64_t sum_of(const std::uint64_t* queries, std::size_t words, const std::uint64_t* codes,
                     std::size_t n_words) {
  __m512i query[n], sums[n];
  for (std::size_t q = 0; q < n; ++q) {
    std::uint64_t repeated[8];
    for (std::size_t w = 0; w < 8; ++w) repeated[w] = queries[q * words + w % words];
    query[q] = _mm512_loadu_si512(repeated);
    sums[q] = _mm512_setzero_si512();
  }
  for (std::size_t i = 0; i < n_words; i += 8) {
    const __m512i code = _mm512_loadu_si512(codes + i);
#pragma GCC unroll 8
    for (std::size_t q = 0; q < n; ++q) {
      sums[q] = _mm512_add_epi64(sums[q], _mm512_popcnt_epi64(_mm512_xor_si512(query[q], code)));
    }
  }
  std::uint64_t total = 0;
  for (std::size_t q = 0; q < n; ++q) {
    std::uint64_t lanes[8];
    _mm512_storeu_si512(lanes, sums[q]);
    for (const std::uint64_t lane : lanes) total += lane;
  }
  return total;
}

std::uint64_t sum(const std::uint64_t* queries, std::size_t n_queries, const std::uint64_t* codes,
                  std::size_t n_codes, std::size_t words, std::size_t in_registers) {
  constexpr std::size_t tile_words = 16384;
  const std::size_t n_words = n_codes * words;
  std::uint64_t total = 0;
  for (std::size_t at = 0; at < n_words; at += tile_words) {
    const std::size_t n = n_words - at < tile_words ? n_words - at : tile_words;
    for (std::size_t q = 0; q < n_queries; q += in_registers) {
      total += in_registers == 8 ? sum_of<8>(queries + q * words, words, codes + at, n)
                                 : sum_of<1>(queries + q * words, words, codes + at, n);
    }
  }
  return total;
}

#else

bool supported() {
  return false;
}
constexpr auto sum = nullptr;

#endif

}  // namespace

const Roofline roofline = {supported, sum};

}  // namespace hashlab::bench
