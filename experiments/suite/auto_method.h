#pragma once

#include "hashers/registry.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The method "auto": a hash function of which every run chooses projection, quantiser and settings
/// by nested validation, within a budget of work (see experiments/choose).
struct AutoMethod {
  /// Each projection that this program can learn, with its default settings and single-bit
  /// quantisation: who enters first.
  std::vector<std::shared_ptr<const hashers::Hasher>> heads;
  /// Every method that may be chosen with its version and its settings worth trying, and a checksum
  /// of the work that they declare: as part of recipes, so that older choices count as stale.
  std::string entrants;
};

inline constexpr std::string_view auto_name = "auto";

/// Made once.
const AutoMethod& auto_method();

}  // namespace hashlab::experiments
