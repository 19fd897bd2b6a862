#include "lib/hamming/tiles.h"

#include "lib/hamming/kernels.h"

#include <algorithm>

namespace hashlab {
namespace {

// Half a megabyte of tables, unless two blocks of long codes have more, and sets of at most 4 KB.
std::size_t full_blocks(std::size_t bits) {
  constexpr std::size_t tile_words = 65536, most_blocks = 64;
  const std::size_t block_words =
      Tile::block_words * Tile::tables_of_triple * Tile::triples_of(bits);
  return std::clamp<std::size_t>(tile_words / block_words, 2, most_blocks);
}

std::size_t lines(const Tile& tile) {
  return tile.n_blocks * tile.n_planes;
}

// Converts planes of B-bit digits to planes of their thermometer code, one for each v < 2^B - 1
// that says whether the digit is > v. With h the most significant bit and L the thermometer planes
// of the lower bits, that is h or L(v) for v < 2^(B - 1) - 1, h for v = 2^(B - 1) - 1, and h and
// L(v - 2^(B - 1)) for larger v.
template <typename Line>
void expand(const Line* digit, std::size_t B, Line* thermometer) {
  thermometer[0] = digit[0];
  std::size_t below = 1;  // thermometer planes of the bits so far
  for (std::size_t b = 1; b < B; ++b) {
    for (std::size_t v = 0; v < below; ++v) {
      for (std::size_t w = 0; w < Tile::block_words; ++w) {
        const std::uint64_t h = digit[b].word[w], low = thermometer[v].word[w];
        thermometer[below + 1 + v].word[w] = h & low;
        thermometer[v].word[w] = h | low;
      }
    }
    thermometer[below] = digit[b];
    below = 2 * below + 1;
  }
}

}  // namespace

TileMaker::TileMaker(const Kernel& kernel, const CodeFormat& format, std::size_t n_queries,
                     std::size_t slices_from, bool with_codes)
    : kernel_(&kernel), format_(format), with_codes_(with_codes) {
  const std::size_t bits = format.max_distance();
  if (kernel.slice != nullptr && bits > max_sliced_bits) {
    kernel_ = kernel_popcnt.supported() ? &kernel_popcnt : &kernel_scalar;
  }
  slices_ = kernel_->slice != nullptr && (n_queries >= slices_from || !format.hamming());
  tile_codes_ = Tile::block_codes * full_blocks(bits);
}

std::size_t TileMaker::bytes(const CodeFormat& format) {
  const std::size_t bits = format.max_distance(), blocks = full_blocks(bits);
  const std::size_t triples = blocks * Tile::triples_of(bits);
  const std::size_t planes = sizeof(Line) * 3 * triples;
  const std::size_t tables = sizeof(Line) * Tile::tables_of_triple * triples;
  const std::size_t codes = blocks * Tile::block_codes * ((bits + 63) / 64) * 8;
  // Codes that are gathered; of digits, planes and codes of their thermometers as well.
  return tables + planes + codes + (format.hamming() ? 0 : planes + codes);
}

const Tile& TileMaker::make(const Codes& codes, std::span<const std::uint32_t> positions) {
  const std::size_t words = codes.n_words();
  gathered_.format = codes.format;
  gathered_.n = positions.size();
  gathered_.words.resize(positions.size() * words);
  std::uint64_t* out = gathered_.words.data();
  for (const std::uint32_t position : positions) {
    const std::uint64_t* code = codes.code(position);
    for (std::size_t w = 0; w < words; ++w) *out++ = code[w];
  }
  return make(gathered_, 0, positions.size());
}

const Tile& TileMaker::make(const Codes& codes, std::size_t first, std::size_t n) {
  const auto tabulate = [&] {
    tables_.resize(tile_.n_blocks * tile_.n_triples() * Tile::tables_of_triple);
    kernel_->tabulate(tile_, tables_.front().word);
    tile_.tables = tables_.front().word;
  };
  const auto tile_of = [&](std::size_t bits) {
    Tile tile;
    tile.n = n;
    tile.bits = bits;
    tile.words = (bits + 63) / 64;
    tile.n_blocks = (n + Tile::block_codes - 1) / Tile::block_codes;
    tile.n_planes = 3 * Tile::triples_of(bits);
    return tile;
  };
  Tile stored = tile_of(format_.bits);
  stored.codes = codes.code(first);
  if (slices_) {
    sliced_.resize(lines(stored));
    kernel_->slice(stored, sliced_.front().word);
    stored.planes = sliced_.front().word;
  }
  tile_ = stored;
  if (format_.hamming()) {
    if (slices_) tabulate();
    return tile_;
  }

  tile_ = tile_of(format_.max_distance());
  if (slices_) {
    planes_.assign(lines(tile_), Line{});
    for (std::size_t b = 0; b < tile_.n_blocks; ++b) {
      const Line* digits = sliced_.data() + b * stored.n_planes;
      Line* thermometers = planes_.data() + b * tile_.n_planes;
      for (std::size_t k = 0; k < format_.digits(); ++k) {
        const std::size_t B = format_.width(k);
        expand(digits, B, thermometers);
        digits += B;
        thermometers += (std::size_t{1} << B) - 1;
      }
    }
    tile_.planes = planes_.front().word;
    tabulate();
  }
  if (!slices_ || with_codes_) {
    thermometers_ = thermometer(codes, first, n);
    tile_.codes = thermometers_.words.data();
  }
  return tile_;
}

}  // namespace hashlab
