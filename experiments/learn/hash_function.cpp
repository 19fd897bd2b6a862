#include "experiments/learn/hash_function.h"

#include <fmt/format.h>

namespace hashlab::experiments {

HashFunction hash_function_of(const Cell& cell, const hashers::Hasher& hasher) {
  return {hasher, hasher.dimensions(cell.bits.value()), cell.direction};
}

HashFunction hash_function_of(const Cell& cell, const hashers::Hasher& hasher,
                              const Dataset& dataset) {
  std::size_t d = dataset.dimensions();
  for (const View& view : dataset.views) {
    if (view.name == cell.direction.query) d = view.dimensions;
  }
  const std::size_t bits = cell.bits.value();
  return {hasher, hasher.dimensions(bits, d), cell.direction, bits};
}

std::string projection_key(const HashFunction& function) {
  const std::string key = fmt::format("{} x {}", function.hasher.projection_recipe, function.dims);
  const results::Direction& direction = function.direction;
  return function.hasher.has_two_views() || direction.empty() ? key
                                                              : key + " of view " + direction.query;
}

}  // namespace hashlab::experiments
