#include "lib/plane_sums/sliced_sums.h"
#include "lib/plane_sums/sum_kernels.h"

#include <cstddef>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace hashlab {
namespace {

#ifdef __AVX2__

bool supported() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
}

// Bits set in each byte, by two look-ups of a nibble, as in lib/hamming/kernel_avx2.cpp.
__m256i byte_counts(__m256i v) {
  const __m256i table =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i nibble = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble));
  const __m256i high =
      _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
  return _mm256_add_epi8(low, high);
}

// Four words.
struct Lanes {
  using Vector = __m256i;
  static constexpr std::size_t columns_at_once = 2;
  static constexpr std::size_t words = 4;
  static Vector load(const std::uint64_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
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
  static bool any(Vector v) { return _mm256_testz_si256(v, v) == 0; }
  static void add_counts(std::uint64_t* sums, const Vector* v) {
    Vector counts = byte_counts(v[0]);  // at most 8 per byte and column
    for (std::size_t c = 1; c < columns_at_once; ++c) {
      counts = _mm256_add_epi8(counts, byte_counts(v[c]));
    }
    store(sums, _mm256_add_epi64(load(sums), _mm256_sad_epu8(counts, zero())));
  }
  static std::uint64_t total(const std::uint64_t* sums) {
    return sums[0] + sums[1] + sums[2] + sums[3];
  }
};
using Sliced = SlicedSums<Lanes>;

const SumKernel kernel = {"avx2", supported, true, Sliced::sums, Sliced::count, Sliced::at_least};

#else

bool supported() {
  return false;
}
const SumKernel kernel = {"avx2", supported, true, nullptr, nullptr, nullptr};

#endif

}  // namespace

const SumKernel sums_avx2 = kernel;

}  // namespace hashlab
