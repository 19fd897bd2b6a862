#pragma once

#include "hashers/registry.h"
#include "lib/sanitizer.h"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace hashlab::testing {

/// The quantisers that projection number p is tried with: all of them, but where a sanitizer looks
/// on only one, another for each p. It sees nothing new in the other pairs, and takes minutes.
inline std::vector<std::unique_ptr<hashers::Quantiser>> quantisers_beside(std::size_t p) {
  auto quantisers = hashers::quantisers::all();
  if (!is_sanitized) return quantisers;
  std::vector<std::unique_ptr<hashers::Quantiser>> one;
  one.push_back(std::move(quantisers[p % quantisers.size()]));
  return one;
}

}  // namespace hashlab::testing
