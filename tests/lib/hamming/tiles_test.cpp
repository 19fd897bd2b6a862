#include "lib/hamming/tiles.h"
#include "lib/codes/codes.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace hashlab;

Codes random_codes(CodeFormat format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t first = 0; first < format.bits; first += 32) {
      const std::size_t width = std::min<std::size_t>(32, format.bits - first);
      codes.put(i, first, width, rng.bits() >> (64 - width));
    }
  }
  return codes;
}

std::vector<const Kernel*> supported_kernels() {
  std::vector<const Kernel*> kernels;
  for (const Kernel* kernel : all_kernels()) {
    if (kernel->supported()) kernels.push_back(kernel);
  }
  return kernels;
}

// Everything a kernel does with one tile, against the distance by its definition.
bool tile_is_right(const Kernel& kernel, const CodeFormat& format, std::size_t n, Rng rng) {
  const Codes database = random_codes(format, n, rng.stream("database"));
  const Codes query = random_codes(format, 1, rng.stream("query"));
  const Codes unary_query = thermometer(query);
  TileMaker maker(kernel, format);
  if (n > maker.tile_codes()) return false;
  const Tile& tile = maker.make(database, 0, n);
  std::vector<std::uint64_t> relevant_set(tile.n_blocks * Tile::block_words);
  const std::size_t n_distances = format.max_distance() + 1;
  std::vector<std::uint32_t> all(n_distances), relevant(n_distances);
  for (std::size_t i = 0; i < n; ++i) {
    const unsigned d = distance(query, 0, database, i);
    ++all[d];
    if (rng.below(3) == 0) {
      insert(relevant_set, i);
      ++relevant[d];
    }
  }
  // What is there already is added to.
  std::vector<std::uint32_t> counted(n_distances, 7), counted_relevant(n_distances, 5);
  maker.kernel().count(unary_query.code(0), tile, relevant_set.data(), counted.data(),
                       counted_relevant.data());
  std::vector<std::uint32_t> counted_alone(n_distances);
  maker.kernel().count(unary_query.code(0), tile, nullptr, counted_alone.data(), nullptr);
  bool right = counted_alone == all;
  for (std::size_t d = 0; d < n_distances; ++d) {
    right = right && counted[d] == all[d] + 7 && counted_relevant[d] == relevant[d] + 5;
  }
  for (const std::size_t radius :
       {std::size_t{0}, format.max_distance() / 2 - format.bits / 8, format.max_distance() / 2,
        format.max_distance(), format.max_distance() + 1000}) {
    std::vector<std::uint32_t> expected, found(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (distance(query, 0, database, i) <= radius) expected.push_back(i);
    }
    found.resize(maker.kernel().within(unary_query.code(0), tile, radius, found.data()));
    std::sort(found.begin(), found.end());
    right = right && found == expected;
  }
  return right;
}

}  // namespace

TEST_CASE("tiles: every kernel counts and finds by definition at every code length") {
  for (const Kernel* kernel : supported_kernels()) {
    for (std::size_t bits = 1; bits <= 1100; bits += bits < 140 ? 1 : 53) {
      INFO(kernel->name, " at ", bits, " bits");
      CHECK(tile_is_right(*kernel, {bits, 1}, 37 + bits % 11, Rng(bits)));
    }
  }
}

TEST_CASE("tiles: every tail of a block is counted, and nothing after it") {
  for (const Kernel* kernel : supported_kernels()) {
    for (const std::size_t n : std::vector<std::size_t>{1, 2, 7, 8, 9, 63, 64, 65, 448, 511, 512,
                                                        513, 1023, 1024, 1500}) {
      INFO(kernel->name, " with ", n, " codes");
      CHECK(tile_is_right(*kernel, {64, 1}, n, Rng(n)));
      CHECK(tile_is_right(*kernel, {50, 1}, n, Rng(n)));
    }
  }
}

TEST_CASE("tiles: digits of several bits are compared by Manhattan distance") {
  for (const Kernel* kernel : supported_kernels()) {
    for (const std::size_t B : std::vector<std::size_t>{2, 3, 4, 5, 6}) {
      for (const std::size_t digits : std::vector<std::size_t>{1, 2, 16, 21, 32}) {
        INFO(kernel->name, ", ", digits, " digits of ", B, " bits");
        CHECK(tile_is_right(*kernel, {digits * B, B}, 530, Rng(digits * B)));
      }
    }
  }
}

TEST_CASE("tiles: digits of different widths are compared by Manhattan distance") {
  for (const Kernel* kernel : supported_kernels()) {
    for (std::uint64_t trial = 0; trial < 12; ++trial) {
      Rng rng = Rng(9).stream("widths", trial);
      std::vector<std::uint8_t> widths = {2, 1};
      for (std::size_t k = rng.below(60); k > 0; --k) {
        widths.push_back(static_cast<std::uint8_t>(1 + rng.below(trial % 2 == 0 ? 6 : 4)));
      }
      INFO(kernel->name, ", ", widths.size(), " digits, trial ", trial);
      CHECK(tile_is_right(*kernel, format_of_digits(widths), 530, rng));
    }
  }
}

TEST_CASE("tiles: codes too long for planes are left to a kernel without them") {
  for (const Kernel* kernel : supported_kernels()) {
    const TileMaker longest(*kernel, {max_sliced_bits, 1});
    CHECK(&longest.kernel() == kernel);
    const TileMaker longer(*kernel, {max_sliced_bits + 1, 1});
    const bool reads_planes = longer.kernel().slice != nullptr;
    CHECK_FALSE(reads_planes);
    CHECK(tile_is_right(*kernel, {max_sliced_bits, 1}, 40, Rng(1)));
    CHECK(tile_is_right(*kernel, {max_sliced_bits + 1, 1}, 40, Rng(1)));
  }
}

TEST_CASE("tiles: chosen positions make the tile of these codes") {
  const Codes database = random_codes({70, 1}, 2000, Rng(3));
  const std::vector<std::uint32_t> positions = {1999, 0, 7, 7, 512, 1023};
  for (const Kernel* kernel : supported_kernels()) {
    TileMaker maker(*kernel, database.format);
    const Tile& tile = maker.make(database, positions);
    CHECK(tile.n == positions.size());
    std::vector<std::uint32_t> counts(71), expected(71);
    maker.kernel().count(database.code(7), tile, nullptr, counts.data(), nullptr);
    for (const std::uint32_t i : positions) ++expected[distance(database, 7, database, i)];
    CHECK(counts == expected);
  }
}

TEST_CASE("tiles: planes hold the codes bit by bit") {
  for (const Kernel* kernel : supported_kernels()) {
    if (kernel->slice == nullptr) continue;
    CAPTURE(kernel->name);
    const Codes codes = random_codes({130, 1}, 700, Rng(4));
    TileMaker maker(*kernel, codes.format);
    const Tile& tile = maker.make(codes, 0, codes.n);
    CHECK(reinterpret_cast<std::uintptr_t>(tile.planes) % 64 == 0);
    bool equal = true;
    for (std::size_t block = 0; block < tile.n_blocks; ++block) {
      for (std::size_t j = 0; j < tile.n_planes; ++j) {
        for (std::size_t in_block = 0; in_block < Tile::block_codes; ++in_block) {
          const std::size_t i = block * Tile::block_codes + in_block;
          const bool bit = i < codes.n && j < 130 && codes.bit(i, j);
          const std::uint64_t word =
              tile.planes[(block * tile.n_planes + j) * Tile::block_words + in_block % 8];
          equal = equal && (word >> (in_block / 8) & 1) == (bit ? 1 : 0);
        }
      }
    }
    CHECK(equal);
  }
}
