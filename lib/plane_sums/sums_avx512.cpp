#include "lib/plane_sums/sliced_sums.h"
#include "lib/plane_sums/sum_kernels.h"

#include <cstddef>
#include <cstdint>

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__AVX512VPOPCNTDQ__)
#define HASHLAB_SUMS_AVX512
#include <immintrin.h>
#endif

namespace hashlab {
namespace {

#ifdef HASHLAB_SUMS_AVX512

bool supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
}

// Eight words.
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
  // The maskz form, because GCC 12 warns about the plain one (GCC bug 105593).
  static Vector without(Vector a, Vector b) { return _mm512_maskz_andnot_epi64(0xff, b, a); }
  static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
  // Any function of three bits is one instruction, named by its truth table.
  static Vector sum(Vector a, Vector b, Vector c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  static Vector majority(Vector a, Vector b, Vector c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xe8);
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
  // The numbers of 64 codes from word w of each digit: a digit adds its weight to the bytes of the
  // codes that have it.
  static void write_numbers(std::size_t n_digits, const std::uint64_t (*digit)[words],
                            std::size_t w, std::uint32_t* out) {
    Vector bytes[3] = {zero(), zero(), zero()};
    for (std::size_t k = 0; k < n_digits; ++k) {
      const Vector weight = _mm512_set1_epi8(static_cast<char>(1U << k % 8));
      bytes[k / 8] = _mm512_mask_add_epi8(bytes[k / 8], digit[k][w], bytes[k / 8], weight);
    }
    alignas(64) std::uint8_t byte[3][64];
    for (std::size_t k = 0; k < 3; ++k) _mm512_store_si512(byte[k], bytes[k]);
    for (std::size_t t = 0; t < 64; ++t) {
      out[t] = static_cast<std::uint32_t>(byte[0][t] | byte[1][t] << 8 | byte[2][t] << 16);
    }
  }
};
using Sliced = SlicedSums<Lanes>;

const SumKernel kernel = {"avx512", supported, true, Sliced::sums, Sliced::count, Sliced::at_least};

#else

bool supported() {
  return false;
}
const SumKernel kernel = {"avx512", supported, true, nullptr, nullptr, nullptr};

#endif

}  // namespace

const SumKernel sums_avx512 = kernel;

}  // namespace hashlab
