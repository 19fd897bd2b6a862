#include "hashers/quantisers/npq/placement_loops.h"

#ifdef __AVX2__
#include "hashers/quantisers/npq/placement_vectors.h"
#endif

namespace hashlab::hashers::npq {

#ifdef __AVX2__

namespace {

struct Lanes {
  typedef double V __attribute__((vector_size(32)));
};

bool supported() {
  return __builtin_cpu_supports("avx2");
}

using Vectors = PlacementVectors<Lanes>;

}  // namespace

const PlacementLoops placement_loops_avx2 = {"avx2", supported, Vectors::extend};

#else

const PlacementLoops placement_loops_avx2 = {"avx2", [] { return false; }, nullptr};

#endif

}  // namespace hashlab::hashers::npq
