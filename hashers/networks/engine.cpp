#include "hashers/networks/engine.h"

#include <fmt/format.h>

namespace hashlab {

EngineMissing::EngineMissing(const std::string& method)
    : Error(ErrorCode::invalid_argument,
            fmt::format("'{}' learns a network, which takes hashlab-torch: install LibTorch by "
                        "'scripts/setup torch' and build with -DHASHLAB_TORCH=ON",
                        method)) {}

void require_engine(const LearningMethod& method) {
  if (method.needs_engine() && network_engine() == nullptr) {
    throw EngineMissing(method.info().name);
  }
}

}  // namespace hashlab
