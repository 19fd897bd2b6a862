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
  /// Each projection that is not a network, with its default settings and single-bit quantisation
  /// (see Method::candidates).
  std::vector<std::shared_ptr<const hashers::Hasher>> heads;
  /// A text of three parts: the version of the rules of the choice; the projections and quantisers
  /// that may be chosen, each with its version and its settings to try; and a checksum of their
  /// declared compute costs. The text is part of the configuration of a cell, so results count as
  /// stale once it changes.
  std::string recipe;
};

inline constexpr std::string_view auto_name = "auto";

/// The method "auto", which is built at the first call.
const AutoMethod& auto_method();

}  // namespace hashlab::experiments
