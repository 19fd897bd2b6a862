#pragma once

#include "hashers/hasher.h"

#include <memory>
#include <string_view>

namespace hashlab::hashers {

/// The method that trains a network with this loss (see losses.h), with default settings. Every
/// program lists it, but only a program with an engine can train it (see engine.h). Networks linear
/// and mlp are applied without an engine.
std::unique_ptr<Projection> network_projection(std::string_view loss);

}  // namespace hashlab::hashers
