#include "lib/embeddings/key_scan.h"

#ifdef __AVX2__
#include "lib/embeddings/key_scan_loops.h"
#endif

namespace hashlab {
namespace {

#ifdef __AVX2__

bool supported() {
  return __builtin_cpu_supports("avx2");
}
constexpr auto next = next_large_key;

#else

bool supported() {
  return false;
}
constexpr auto next = nullptr;

#endif

}  // namespace

const KeyScan key_scan_avx2 = {"avx2", supported, next};

}  // namespace hashlab
