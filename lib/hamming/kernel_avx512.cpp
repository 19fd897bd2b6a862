#include "lib/hamming/bit_sliced.h"
#include "lib/hamming/kernels.h"
#include "lib/hamming/slicing.h"

#include <cstddef>
#include <cstdint>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512VPOPCNTDQ__)
#define HASHLAB_AVX512
#include <immintrin.h>
#endif

namespace hashlab {
namespace {

#ifdef HASHLAB_AVX512

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
}

// The maskz forms with all lanes on compile to the plain instructions; GCC 12 warns about the plain
// intrinsics, whose headers start from an uninitialised register (GCC bug 105593).
constexpr __mmask8 all_lanes = 0xff;

// Codes of 1, 2 or 4 words: whole vectors hold whole codes; the sums of a code's words are
// brought together by adding neighbours, and each vector leaves 8 / words distances.
template <std::size_t words>
void scan_short(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
                std::uint16_t* out) {
  std::uint64_t repeated[8];
  for (std::size_t w = 0; w < 8; ++w) repeated[w] = query[w % words];
  const __m512i q = _mm512_loadu_si512(repeated);
  constexpr std::size_t step = 8 / words;
  for (std::size_t i = 0; i < n; i += step) {
    const std::size_t codes = n - i < step ? n - i : step;
    const __mmask8 in_words = static_cast<__mmask8>((1u << (codes * words)) - 1);
    const __mmask8 in_codes = static_cast<__mmask8>((1u << codes) - 1);
    // Words beyond the last code are neither read nor, in `out`, written.
    const __m512i code = _mm512_maskz_loadu_epi64(in_words, base + i * words);
    const __m128i sums =
        _mm512_maskz_cvtepi64_epi16(all_lanes, _mm512_popcnt_epi64(_mm512_xor_si512(q, code)));
    if constexpr (words == 1) {
      _mm_mask_storeu_epi16(out + i, in_codes, sums);
    } else {
      __m128i folded = _mm_madd_epi16(sums, _mm_set1_epi16(1));
      for (std::size_t w = 2; w < words; w *= 2) folded = _mm_hadd_epi32(folded, folded);
      _mm_mask_cvtepi32_storeu_epi16(out + i, in_codes, folded);
    }
  }
}

void scan_long(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
               std::size_t words, std::uint16_t* out) {
  const std::size_t whole = (words - 1) / 8 * 8;
  const __mmask8 rest = static_cast<__mmask8>((1u << (words - whole)) - 1);
  const __m512i last = _mm512_maskz_loadu_epi64(rest, query + whole);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* code = base + i * words;
    __m512i sums =
        _mm512_popcnt_epi64(_mm512_xor_si512(last, _mm512_maskz_loadu_epi64(rest, code + whole)));
    for (std::size_t w = 0; w < whole; w += 8) {
      const __m512i v =
          _mm512_xor_si512(_mm512_loadu_si512(query + w), _mm512_loadu_si512(code + w));
      sums = _mm512_add_epi64(sums, _mm512_popcnt_epi64(v));
    }
    const __m256i narrow = _mm512_maskz_cvtepi64_epi32(all_lanes, sums);
    __m128i folded =
        _mm_add_epi32(_mm256_castsi256_si128(narrow), _mm256_extracti128_si256(narrow, 1));
    folded = _mm_hadd_epi32(folded, folded);
    folded = _mm_hadd_epi32(folded, folded);
    out[i] = static_cast<std::uint16_t>(_mm_cvtsi128_si32(folded));
  }
}

void scan(const std::uint64_t* query, const std::uint64_t* base, std::size_t n, std::size_t words,
          std::uint16_t* out) {
  switch (words) {
    case 1:
      return scan_short<1>(query, base, n, out);
    case 2:
      return scan_short<2>(query, base, n, out);
    case 4:
      return scan_short<4>(query, base, n, out);
    default:
      return scan_long(query, base, n, words, out);
  }
}

// Eight words, for bit-sliced codes.
struct Lanes {
  using Vector = __m512i;
  static constexpr std::size_t columns_at_once = 2;
  static constexpr std::size_t words = 8;
  static Vector load(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
  static void store(std::uint64_t* p, Vector v) { _mm512_storeu_si512(p, v); }
  static Vector repeat(const std::uint64_t* p) {
    return _mm512_set1_epi64(static_cast<long long>(*p));
  }
  static Vector zero() { return _mm512_setzero_si512(); }
  static Vector ones() { return _mm512_set1_epi64(-1); }
  static Vector exclusive_or(Vector a, Vector b) { return _mm512_xor_si512(a, b); }
  static Vector both(Vector a, Vector b) { return _mm512_and_si512(a, b); }
  static Vector without(Vector a, Vector b) { return _mm512_maskz_andnot_epi64(all_lanes, b, a); }
  static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
  // Any function of three bits is one instruction, named by its truth table.
  static Vector sum(Vector a, Vector b, Vector c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  static Vector majority(Vector a, Vector b, Vector c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xe8);
  }
  template <int bits>
  static Vector left(Vector v) {
    return _mm512_maskz_slli_epi64(all_lanes, v, bits);
  }
  template <int bits>
  static Vector right(Vector v) {
    return _mm512_maskz_srli_epi64(all_lanes, v, bits);
  }
  static bool any(Vector v) { return _mm512_test_epi64_mask(v, v) != 0; }
  static void add_counts(std::uint64_t* sums, const Vector* v) {
    Vector counts = load(sums);
    for (std::size_t c = 0; c < columns_at_once; ++c) {
      counts = _mm512_add_epi64(counts, _mm512_popcnt_epi64(v[c]));
    }
    store(sums, counts);
  }
  static std::uint64_t total(const std::uint64_t* sums) {
    std::uint64_t total = 0;
    for (std::size_t w = 0; w < words; ++w) total += sums[w];
    return total;
  }
};
using Sliced = BitSliced<Lanes>;

// Few queries are bound by memory, and read codes as AVX2's kernel does, which every processor with
// AVX-512 has.
void count(const std::uint64_t* query, const Tile& tile, const std::uint64_t* relevant_set,
           std::uint32_t* all, std::uint32_t* relevant) {
  const auto of = tile.tables != nullptr ? Sliced::count : kernel_avx2.count;
  of(query, tile, relevant_set, all, relevant);
}

void within(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
            void* search) {
  const auto of = tile.tables != nullptr ? Sliced::within : kernel_avx2.within;
  of(queries, n_queries, tile, found, search);
}

// Not measured. With AVX2 alone it is 5 and 64; slices are searched up to twice as fast here, so
// that codes as they are pay for fewer queries.
constexpr std::size_t count_slices_from = 3, within_slices_from = 16;

const Kernel kernel = {"avx512",
                       supported,
                       scan,
                       Slicing<Lanes>::slice,
                       Slicing<Lanes>::tabulate,
                       count,
                       within,
                       count_slices_from,
                       within_slices_from};

#else

bool supported() {
  return false;
}
const Kernel kernel = {"avx512", supported, nullptr, nullptr, nullptr, nullptr, nullptr};

#endif

}  // namespace

const Kernel kernel_avx512 = kernel;

}  // namespace hashlab
