#include "lib/hamming/kernels.h"

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

// One word a code, the common case: two codes a vector.
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

#else

bool supported() {
  return false;
}
constexpr auto scan = nullptr;

#endif

}  // namespace

const Kernel kernel_neon = {"neon", supported, scan};

}  // namespace hashlab
