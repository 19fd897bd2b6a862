#pragma once

#include "hashers/cross_modal.h"

#include <cstddef>
#include <memory>

namespace hashlab::hashers {

/// A two-view method whose projectors are those of kernel_map.h or of linear_projection.h.
class KernelOrLinear : public CrossModal {
 public:
  /// A kernel projector if the state has the array "A", else a linear one.
  /// Errors:  corrupt_file if another method wrote the state, or if its arrays do not match d and
  ///          dims.
  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const final;
};

}  // namespace hashlab::hashers
