#include "lib/rng.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace hashlab {
namespace {

// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

}  // namespace

std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Rng::Rng(std::uint64_t seed) : seed_(seed), engine_(mixed(seed)) {}

Rng Rng::stream(std::string_view purpose, std::uint64_t index) const {
  return Rng(mixed(mixed(seed_ ^ mixed(hash(purpose))) + index));
}

std::uint64_t Rng::bits() {
  return engine_();
}

std::uint64_t Rng::below(std::uint64_t n) {
  // Draws below 2^64 mod n are rejected, which leaves a multiple of n equally likely values.
  const std::uint64_t refused = (0 - n) % n;
  std::uint64_t r = engine_();
  while (r < refused) r = engine_();
  return r % n;
}

double Rng::uniform() {
  return static_cast<double>(engine_() >> 11) * 0x1.0p-53;
}

double Rng::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is never 0
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

void Rng::shuffle(std::vector<std::uint32_t>& v) {
  for (std::size_t i = 0; i + 1 < v.size(); ++i) std::swap(v[i], v[i + below(v.size() - i)]);
}

}  // namespace hashlab
