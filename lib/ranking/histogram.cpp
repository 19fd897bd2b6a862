#include "lib/ranking/histogram.h"

#include <algorithm>
#include <array>

namespace hashlab {
namespace {

// One store an increment is the bound, so two distances share one while their table fits beside
// the buffers in the L1 cache (16 KB at 64 distances).
constexpr std::size_t most_paired_distances = 64;
constexpr std::size_t chunk = 512;

}  // namespace

Histogram::Histogram(std::size_t n_distances)
    : n_(n_distances),
      pairs_(n_distances <= most_paired_distances ? n_distances * n_distances : 0),
      singles_(4 * n_distances) {}

void Histogram::add(std::span<const std::uint16_t> distances) {
  if (!pairs_.empty()) {
    for (; distances.size() >= 2 * chunk; distances = distances.subspan(2 * chunk)) {
      add_pairs(distances.first(chunk), distances.subspan(chunk, chunk));
    }
  }
  add_singles(distances);
}

void Histogram::add_pairs(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  const auto n = static_cast<std::uint16_t>(n_);
  // A loop of its own, so that the compiler can vectorise it.
  std::array<std::uint16_t, chunk> cells;
  for (std::size_t i = 0; i < chunk; ++i) cells[i] = static_cast<std::uint16_t>(a[i] * n + b[i]);
  std::uint32_t* pairs = pairs_.data();
  for (const std::uint16_t cell : cells) ++pairs[cell];
}

void Histogram::add_singles(std::span<const std::uint16_t> distances) {
  // Four tables take turns: an increment that follows another of the same cell waits for its store.
  std::uint32_t* t0 = singles_.data();
  std::uint32_t* t1 = t0 + n_;
  std::uint32_t* t2 = t1 + n_;
  std::uint32_t* t3 = t2 + n_;
  std::size_t i = 0;
  for (; i + 4 <= distances.size(); i += 4) {
    ++t0[distances[i]];
    ++t1[distances[i + 1]];
    ++t2[distances[i + 2]];
    ++t3[distances[i + 3]];
  }
  for (; i < distances.size(); ++i) ++t0[distances[i]];
}

void Histogram::flush_into(std::span<std::uint32_t> row) {
  for (std::size_t i = 0; i < singles_.size(); i += n_) {
    for (std::size_t d = 0; d < n_; ++d) row[d] += singles_[i + d];
  }
  for (std::size_t a = 0; a * n_ < pairs_.size(); ++a) {
    const std::uint32_t* pairs = pairs_.data() + a * n_;
    for (std::size_t b = 0; b < n_; ++b) {
      row[a] += pairs[b];
      row[b] += pairs[b];
    }
  }
  std::fill(singles_.begin(), singles_.end(), 0);
  std::fill(pairs_.begin(), pairs_.end(), 0);
}

}  // namespace hashlab
