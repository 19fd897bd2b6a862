#pragma once

#include "hashers/hasher.h"

#include <memory>
#include <string_view>

namespace hashlab::hashers {

/// The method that learns a network by this loss (see losses.h), with default settings. It is known
/// to every program, and learned by one that has an engine (see engine.h). Networks linear and mlp
/// are applied without.
std::unique_ptr<Projection> network_projection(std::string_view loss);

}  // namespace hashlab::hashers
