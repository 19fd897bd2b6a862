#include "hashers/quantisers/npq/placement_loops.h"

namespace hashlab::hashers::npq {

const std::vector<const PlacementLoops*>& all_placement_loops() {
  static const std::vector<const PlacementLoops*> loops = {
      &placement_loops_avx512, &placement_loops_avx2, &placement_loops_base};
  return loops;
}

const PlacementLoops& active_placement_loops() {
  for (const PlacementLoops* loops : all_placement_loops()) {
    if (loops->supported()) return *loops;
  }
  return placement_loops_base;
}

}  // namespace hashlab::hashers::npq
