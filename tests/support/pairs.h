#pragma once

#include "hashers/registry.h"
#include "lib/sanitizer.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace hashlab::testing {

/// The quantisers that projection number p is tried with: all of them, or one, another for each p.
/// One alone, too, where a sanitizer looks on: it sees nothing new in other pairs.
inline std::vector<std::unique_ptr<hashers::Quantiser>> quantisers_beside(std::size_t p,
                                                                          bool all = true) {
  auto quantisers = hashers::quantisers::all();
  if (all && !is_sanitized) return quantisers;
  std::vector<std::unique_ptr<hashers::Quantiser>> one;
  one.push_back(std::move(quantisers[p % quantisers.size()]));
  return one;
}

}  // namespace hashlab::testing
