#include "hashers/quantisers/npq/placement_loops.h"
#include "hashers/quantisers/npq/placement_vectors.h"

namespace hashlab::hashers::npq {

namespace {

struct Lanes {
  typedef double V __attribute__((vector_size(16)));
};

bool supported() {
  return true;
}

using Vectors = PlacementVectors<Lanes>;

}  // namespace

const PlacementLoops placement_loops_base = {"base", supported, Vectors::extend};

}  // namespace hashlab::hashers::npq
