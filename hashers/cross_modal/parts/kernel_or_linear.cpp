#include "hashers/cross_modal/parts/kernel_or_linear.h"

#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/linear_projection.h"

namespace hashlab::hashers {

std::unique_ptr<const Projector> KernelOrLinear::restore(const ProjectorState& state, std::size_t d,
                                                         std::size_t dims) const {
  return state.contains("A") ? restore_kernel(state, d, dims) : restore_linear(state, d, dims);
}

}  // namespace hashlab::hashers
