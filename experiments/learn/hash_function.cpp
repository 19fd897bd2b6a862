#include "experiments/learn/hash_function.h"

#include <fmt/format.h>

namespace hashlab::experiments {

HashFunction hash_function_of(const Cell& cell, const hashers::Hasher& hasher) {
  return {hasher, hasher.dimensions(cell.bits.value()), cell.direction};
}

std::string projection_key(const HashFunction& function) {
  const auto& [hasher, dims, direction] = function;
  const std::string key = fmt::format("{} x {}", hasher.projection_recipe, dims);
  return hasher.has_two_views() || direction.empty() ? key : key + " of view " + direction.query;
}

}  // namespace hashlab::experiments
