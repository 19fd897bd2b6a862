#include "hashers/quantisers/npq/placement_loops.h"

#ifdef __AVX512F__
#include "hashers/quantisers/npq/placement_vectors.h"
#endif

namespace hashlab::hashers::npq {

#ifdef __AVX512F__

namespace {

struct Lanes {
  typedef double V __attribute__((vector_size(64)));
};

bool supported() {
  return __builtin_cpu_supports("avx512f");
}

using Vectors = PlacementVectors<Lanes>;

}  // namespace

const PlacementLoops placement_loops_avx512 = {"avx512", supported, Vectors::extend};

#else

const PlacementLoops placement_loops_avx512 = {"avx512", [] { return false; }, nullptr};

#endif

}  // namespace hashlab::hashers::npq
