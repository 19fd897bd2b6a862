#include "lib/plane_sums/sliced_sums.h"
#include "lib/plane_sums/sum_kernels.h"

#include <cstddef>
#include <cstdint>

#if defined(__aarch64__) && defined(__ARM_NEON)
#define HASHLAB_SUMS_NEON
#include <arm_neon.h>
#endif

namespace hashlab {
namespace {

#ifdef HASHLAB_SUMS_NEON

// NEON is part of the AArch64 base instruction set.
bool supported() {
  return true;
}

// Two words.
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
using Sliced = SlicedSums<Lanes>;

const SumKernel kernel = {"neon", supported, true, Sliced::sums, Sliced::count, Sliced::at_least};

#else

bool supported() {
  return false;
}
const SumKernel kernel = {"neon", supported, true, nullptr, nullptr, nullptr};

#endif

}  // namespace

const SumKernel sums_neon = kernel;

}  // namespace hashlab
