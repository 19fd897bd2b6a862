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
  /// The first entrants: each projection that this program can train, with its default settings and
  /// single-bit quantisation.
  std::vector<std::shared_ptr<const hashers::Hasher>> heads;
  /// Every method that may be chosen, with its version and its settings to try, and a checksum of
  /// their declared compute budgets. It is part of configurations, so that older choices count as
  /// stale.
  std::string entrants;
};

inline constexpr std::string_view auto_name = "auto";

/// Computed at the first call.
const AutoMethod& auto_method();

}  // namespace hashlab::experiments
