#pragma once

#include "hashers/registry.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The method "auto": a hash function whose projection, quantiser and settings are chosen in every
/// run by nested validation, within a compute budget (see experiments/choose).
struct AutoMethod {
  /// The first entrants: each projection that is not a network, with its default settings and
  /// single-bit quantisation.
  std::vector<std::shared_ptr<const hashers::Hasher>> heads;
  /// Text that lists every method that may be chosen, with its version and its settings to try,
  /// followed by a checksum of the methods' declared compute costs. The text is part of the
  /// configuration of a cell, so results count as stale once it changes.
  std::string entrants;
};

inline constexpr std::string_view auto_name = "auto";

/// The method "auto", which is built at the first call.
const AutoMethod& auto_method();

}  // namespace hashlab::experiments
