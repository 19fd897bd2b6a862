#include "lib/plane_sums/weighed_codes.h"

#include "lib/plane_sums/sum_kernels.h"

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::size_t words_of_full_tile = 65536;  // half a megabyte
constexpr std::size_t most_blocks_of_tile = 64;

/// The first address in the memory that a cache line begins at.
std::uint64_t* aligned_start(std::vector<std::uint64_t>& memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  return memory.data() + (64 - address % 64) % 64 / sizeof(std::uint64_t);
}

}  // namespace

WeighedCodes::WeighedCodes(const Codes& codes, std::span<const std::uint32_t> order,
                           const Kernel& kernel)
    : n_(order.size()),
      n_planes_(codes.format.bits),
      words_(codes.n_words()),
      sums_(&sum_kernel_of(kernel)) {
  const auto gather = [&](std::size_t first, std::size_t n, std::uint64_t* out) {
    for (std::size_t i = first; i < first + n; ++i) {
      out = std::copy_n(codes.code(order[i]), words_, out);
    }
  };
  if (!sums_->sliced) {
    stored_.resize(n_ * words_);
    gather(0, n_, stored_.data());
    return;
  }
  const std::size_t block = Tile::block_words * n_planes_;
  stored_.resize(n_blocks() * block);
  std::vector<std::uint64_t> gathered(Tile::block_codes * words_);
  for (std::size_t b = 0; b < n_blocks(); ++b) {
    Tile tile;
    tile.n = std::min(Tile::block_codes, n_ - b * Tile::block_codes);
    tile.bits = tile.n_planes = n_planes_;
    tile.words = words_;
    tile.n_blocks = 1;
    tile.codes = gathered.data();
    gather(b * Tile::block_codes, tile.n, gathered.data());
    kernel.slice(tile, stored_.data() + b * block);
  }
}

std::size_t WeighedCodes::Tiles::full() const {
  const std::size_t block = 2 * Tile::block_words * std::max<std::size_t>(codes_.n_planes_, 1);
  return std::clamp<std::size_t>(words_of_full_tile / block, 2, most_blocks_of_tile);
}

WeighedTile WeighedCodes::Tiles::make(std::size_t first, std::size_t n) {
  WeighedTile tile;
  tile.n = std::min(n * Tile::block_codes, codes_.n_ - first * Tile::block_codes);
  tile.n_blocks = n;
  tile.n_planes = codes_.n_planes_;
  tile.words = codes_.words_;
  if (!codes_.sums_->sliced) {
    tile.codes = codes_.stored_.data() + first * Tile::block_codes * codes_.words_;
    return tile;
  }
  constexpr std::size_t width = Tile::block_words;
  lines_.resize(full() * tile.block_words() + width);
  const std::uint64_t* plane = codes_.stored_.data() + first * width * tile.n_planes;
  std::uint64_t* line = aligned_start(lines_);
  tile.lines = line;
  for (std::size_t j = 0; j < n * tile.n_planes; ++j, plane += width, line += 2 * width) {
    for (std::size_t w = 0; w < width; ++w) {
      line[w] = plane[w];
      line[width + w] = ~plane[w];
    }
  }
  return tile;
}

}  // namespace hashlab
