#include "hashers/hasher.h"

#include <fmt/format.h>

namespace hashlab::hashers {

const char* supervision_name(Supervision supervision) {
  switch (supervision) {
    case Supervision::none:
      return "none";
    case Supervision::neighbours:
      return "neighbours";
    case Supervision::labels:
      return "labels";
  }
  return "";
}

EngineMissing::EngineMissing(const std::string& method)
    : Error(ErrorCode::invalid_argument,
            fmt::format("'{}' learns a network, which takes hashlab-torch: install LibTorch by "
                        "'scripts/setup torch' and build with -DHASHLAB_TORCH=ON",
                        method)) {}

void LearningMethod::describe(Options&) {}
std::unique_ptr<Projection> LearningMethod::built_on() const {
  return nullptr;
}
void Quantiser::describe(Options&) {}
std::size_t Quantiser::dimensions(std::size_t bits, std::size_t) const {
  return bits / bits_per_dimension();
}

}  // namespace hashlab::hashers
