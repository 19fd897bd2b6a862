#include "lib/hamming/bit_sliced.h"
#include "lib/hamming/kernels.h"
#include "lib/hamming/slicing.h"

#include <cstddef>
#include <cstdint>

#ifdef __AVX2__
#include "lib/hamming/unsliced_avx2.h"

#include <immintrin.h>
#endif

namespace hashlab {
namespace {

#ifdef __AVX2__

bool supported() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

// Bits set in each byte: two table look-ups of a nibble.
// Source: Mula, Kurz & Lemire, "Faster Population Counts Using AVX2 Instructions", 2018, section 3.
__m256i byte_counts(__m256i v) {
  const __m256i table =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i nibble = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble));
  const __m256i high =
      _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
  return _mm256_add_epi8(low, high);
}

// Bits set in each of four 64-bit words.
__m256i popcount(__m256i v) {
  return _mm256_sad_epu8(byte_counts(v), _mm256_setzero_si256());
}

__m256i load(const std::uint64_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// The distances of 16 consecutive words, in order, 16 bits each. `q` is the query, repeated until
// it fills a vector.
__m256i distances_of_16_words(__m256i q, const std::uint64_t* p) {
  const __m256i a = popcount(_mm256_xor_si256(q, load(p)));
  const __m256i b = popcount(_mm256_xor_si256(q, load(p + 4)));
  const __m256i c = popcount(_mm256_xor_si256(q, load(p + 8)));
  const __m256i d = popcount(_mm256_xor_si256(q, load(p + 12)));
  // Packs work within 128-bit halves: the low half gets the words 01 45 89 CD, the high half
  // 23 67 AB EF, and the permutation deals them out by pairs.
  const __m256i packed = _mm256_packs_epi32(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
  return _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

std::uint16_t distance(const std::uint64_t* query, const std::uint64_t* code, std::size_t words) {
  long long sum = 0;
  for (std::size_t w = 0; w < words; ++w) sum += _mm_popcnt_u64(query[w] ^ code[w]);
  return static_cast<std::uint16_t>(sum);
}

// Codes of 1, 2 or 4 words: 16 words at a time; then adjacent sums are added until there is one per
// code.
template <std::size_t words>
void scan_short(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
                std::uint16_t* out) {
  std::uint64_t repeated[4];
  for (std::size_t w = 0; w < 4; ++w) repeated[w] = query[w % words];
  const __m256i q = load(repeated);
  constexpr std::size_t step = 16 / words;
  std::size_t i = 0;
  for (; i + step <= n; i += step) {
    __m256i sums = distances_of_16_words(q, base + i * words);
    if constexpr (words == 1) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), sums);
      continue;
    }
    sums = _mm256_madd_epi16(sums, _mm256_set1_epi16(1));
    if constexpr (words == 4) sums = _mm256_hadd_epi32(sums, sums);
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(sums, sums), 0b1000);
    if constexpr (words == 2) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), _mm256_castsi256_si128(packed));
    } else {
      // The horizontal sum holds each pair of codes twice: 0101 in the low, 2323 in the high half.
      const __m128i pairs = _mm_shuffle_epi32(_mm256_castsi256_si128(packed), 0b1000);
      _mm_storel_epi64(reinterpret_cast<__m128i*>(out + i), pairs);
    }
  }
  for (; i < n; ++i) out[i] = distance(query, base + i * words, words);
}

void scan_long(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
               std::size_t words, std::uint16_t* out) {
  const std::size_t whole = words / 4 * 4;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* code = base + i * words;
    __m256i sums = _mm256_setzero_si256();
    for (std::size_t w = 0; w < whole; w += 4) {
      sums = _mm256_add_epi64(sums, popcount(_mm256_xor_si256(load(query + w), load(code + w))));
    }
    const __m128i halves =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    const long long total = _mm_cvtsi128_si64(halves) + _mm_extract_epi64(halves, 1);
    out[i] =
        static_cast<std::uint16_t>(total + distance(query + whole, code + whole, words - whole));
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

// Four words, for bit-sliced codes.
struct Lanes {
  using Vector = __m256i;
  static constexpr std::size_t columns_at_once = 2;
  static constexpr std::size_t words = 4;
  static Vector load(const std::uint64_t* p) { return hashlab::load(p); }
  static void store(std::uint64_t* p, Vector v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v);
  }
  static Vector repeat(const std::uint64_t* p) {
    return _mm256_set1_epi64x(static_cast<long long>(*p));
  }
  static Vector zero() { return _mm256_setzero_si256(); }
  static Vector ones() { return _mm256_set1_epi64x(-1); }
  static Vector exclusive_or(Vector a, Vector b) { return _mm256_xor_si256(a, b); }
  static Vector both(Vector a, Vector b) { return _mm256_and_si256(a, b); }
  static Vector without(Vector a, Vector b) { return _mm256_andnot_si256(b, a); }
  static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
  static Vector sum(Vector a, Vector b, Vector c) { return exclusive_or(exclusive_or(a, b), c); }
  static Vector majority(Vector a, Vector b, Vector c) {
    return either(both(a, b), both(exclusive_or(a, b), c));
  }
  template <int bits>
  static Vector left(Vector v) {
    return _mm256_slli_epi64(v, bits);
  }
  template <int bits>
  static Vector right(Vector v) {
    return _mm256_srli_epi64(v, bits);
  }
  static bool any(Vector v) { return _mm256_testz_si256(v, v) == 0; }
  static void add_counts(std::uint64_t* sums, const Vector* v) {
    Vector counts = byte_counts(v[0]);  // at most 8 per byte and column
    for (std::size_t c = 1; c < columns_at_once; ++c) {
      counts = _mm256_add_epi8(counts, byte_counts(v[c]));
    }
    store(sums, _mm256_add_epi64(load(sums), _mm256_sad_epu8(counts, zero())));
  }
  static std::uint64_t total(const std::uint64_t* sums) {
    const Vector v = load(sums);
    const __m128i pairs = _mm_add_epi64(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(pairs) + _mm_extract_epi64(pairs, 1));
  }
};
using Sliced = BitSliced<Lanes>;

struct ThisFile {};

void count(const std::uint64_t* query, const Tile& tile, const std::uint64_t* relevant_set,
           std::uint32_t* all, std::uint32_t* relevant) {
  const auto of = tile.tables != nullptr ? Sliced::count : UnslicedAvx2<ThisFile>::count;
  of(query, tile, relevant_set, all, relevant);
}

void within(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
            void* search) {
  const auto of = tile.tables != nullptr ? Sliced::within : UnslicedAvx2<ThisFile>::within;
  of(queries, n_queries, tile, found, search);
}

// Both ways in one run, 20,000,000 codes of 64 and of 256 bits, one thread, GB of codes a second,
// sliced and as they are. The 100 nearest: 1 query 3.1 and 11.5, 3.0 and 11.8; 32 queries 1.1 and
// 1.4, 1.0 and 1.6; 200 queries .25 and .23, .26 and .22. Counts: 4 queries 2.0 and 2.3, 2.6 and
// 2.6; 8 queries 1.7 and 1.1, 1.9 and 1.4.
constexpr std::size_t count_slices_from = 5, within_slices_from = 64;

const Kernel kernel = {"avx2",
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
const Kernel kernel = {"avx2", supported, nullptr, nullptr, nullptr, nullptr, nullptr};

#endif

}  // namespace

const Kernel kernel_avx2 = kernel;

}  // namespace hashlab
