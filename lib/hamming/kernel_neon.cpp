#include "lib/hamming/bit_sliced.h"
#include "lib/hamming/kernels.h"
#include "lib/hamming/slicing.h"

#include <cstddef>
#include <cstdint>

#if defined(__aarch64__) && defined(__ARM_NEON)
#define HASHLAB_NEON
#include <arm_neon.h>
#endif

namespace hashlab {
namespace {

#ifdef HASHLAB_NEON

// NEON is part of the AArch64 base instruction set.
bool supported() {
  return true;
}

// Bits set in each byte of the two words of a ^ b.
uint8x16_t popcount_xor(uint64x2_t a, uint64x2_t b) {
  return vcntq_u8(vreinterpretq_u8_u64(veorq_u64(a, b)));
}

// Codes of one word, the common case: two codes per vector.
void scan_word(std::uint64_t query, const std::uint64_t* base, std::size_t n, std::uint16_t* out) {
  const uint64x2_t q = vdupq_n_u64(query);
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    // Pairwise sums keep the order of codes: after three of them each code is one 16-bit number.
    const uint8x16_t ab =
        vpaddq_u8(popcount_xor(q, vld1q_u64(base + i)), popcount_xor(q, vld1q_u64(base + i + 2)));
    const uint8x16_t cd = vpaddq_u8(popcount_xor(q, vld1q_u64(base + i + 4)),
                                    popcount_xor(q, vld1q_u64(base + i + 6)));
    vst1q_u16(out + i, vpaddlq_u8(vpaddq_u8(ab, cd)));
  }
  for (; i < n; ++i) {
    out[i] = vaddlv_u8(vcnt_u8(vcreate_u8(query ^ base[i])));
  }
}

void scan(const std::uint64_t* query, const std::uint64_t* base, std::size_t n, std::size_t words,
          std::uint16_t* out) {
  if (words == 1) return scan_word(*query, base, n, out);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t* code = base + i * words;
    unsigned sum = 0;
    std::size_t w = 0;
    for (; w + 2 <= words; w += 2) {
      sum += vaddlvq_u8(popcount_xor(vld1q_u64(query + w), vld1q_u64(code + w)));
    }
    if (w < words) sum += vaddlv_u8(vcnt_u8(vcreate_u8(query[w] ^ code[w])));
    out[i] = static_cast<std::uint16_t>(sum);
  }
}

// Two words, for bit-sliced codes.
struct Lanes {
  using Vector = uint64x2_t;
  static constexpr std::size_t columns_at_once = 2;
  static constexpr std::size_t words = 2;
  static Vector load(const std::uint64_t* p) { return vld1q_u64(p); }
  static void store(std::uint64_t* p, Vector v) { vst1q_u64(p, v); }
  static Vector repeat(const std::uint64_t* p) { return vdupq_n_u64(*p); }
  static Vector zero() { return vdupq_n_u64(0); }
  static Vector ones() { return vdupq_n_u64(~std::uint64_t{0}); }
  static Vector exclusive_or(Vector a, Vector b) { return veorq_u64(a, b); }
  static Vector both(Vector a, Vector b) { return vandq_u64(a, b); }
  static Vector without(Vector a, Vector b) { return vbicq_u64(a, b); }
  static Vector either(Vector a, Vector b) { return vorrq_u64(a, b); }
  static Vector sum(Vector a, Vector b, Vector c) { return exclusive_or(exclusive_or(a, b), c); }
  // Where a and b differ it is c that decides, elsewhere a: one bit select.
  static Vector majority(Vector a, Vector b, Vector c) {
    return vbslq_u64(exclusive_or(a, b), c, a);
  }
  template <int bits>
  static Vector left(Vector v) {
    return vshlq_n_u64(v, bits);
  }
  template <int bits>
  static Vector right(Vector v) {
    return vshrq_n_u64(v, bits);
  }
  static bool any(Vector v) { return vmaxvq_u32(vreinterpretq_u32_u64(v)) != 0; }
  static void add_counts(std::uint64_t* sums, const Vector* v) {
    uint8x16_t counts = vdupq_n_u8(0);  // at most 8 per byte and column
    for (std::size_t c = 0; c < columns_at_once; ++c) {
      counts = vaddq_u8(counts, vcntq_u8(vreinterpretq_u8_u64(v[c])));
    }
    store(sums, vpadalq_u32(load(sums), vpaddlq_u16(vpaddlq_u8(counts))));
  }
  static std::uint64_t total(const std::uint64_t* sums) { return sums[0] + sums[1]; }
};
using Sliced = BitSliced<Lanes>;

const Kernel kernel = {
    "neon",        supported,     scan, Slicing<Lanes>::slice, Slicing<Lanes>::tabulate,
    Sliced::count, Sliced::within};

#else

bool supported() {
  return false;
}
const Kernel kernel = {"neon", supported, nullptr, nullptr, nullptr, nullptr, nullptr};

#endif

}  // namespace

const Kernel kernel_neon = kernel;

}  // namespace hashlab
