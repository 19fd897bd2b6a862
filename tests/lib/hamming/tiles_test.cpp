#include "lib/hamming/tiles.h"
#include "lib/codes/codes.h"
#include "lib/hamming/dispatch.h"
#include "lib/rng.h"
#include "tests/support/kernels.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace hashlab::tiles_test {

using hashlab::testing::supported_kernels;

namespace {

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

using Near = std::array<std::size_t, 3>;  // query, position, distance

std::vector<Near> all_within(const Kernel& kernel, const Tile& tile, NearQuery* queries,
                             std::size_t n_queries) {
  std::vector<Near> all;
  const OnFound found = [](void* search, std::size_t q, std::size_t i, std::size_t d) {
    static_cast<std::vector<Near>*>(search)->push_back({q, i, d});
  };
  kernel.within(queries, n_queries, tile, found, &all);
  std::sort(all.begin(), all.end());
  return all;
}

/// A maker of tiles that are sliced, or not if the kernel reads codes as they are.
TileMaker tile_maker(const Kernel& kernel, const CodeFormat& format, bool slices) {
  return TileMaker(kernel, format, 0, slices ? 0 : 1);
}

// Everything a kernel does with one tile, against the distance by its definition.
bool tile_is_right(const Kernel& kernel, const CodeFormat& format, std::size_t n, Rng rng,
                   bool slices) {
  const Codes database = random_codes(format, n, rng.stream("database"));
  const Codes query = random_codes(format, 3, rng.stream("query"));
  const Codes unary_query = thermometer(query);
  TileMaker maker = tile_maker(kernel, format, slices);
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
    // Some kernels have loops of their own for one and for two queries.
    std::vector<Near> expected;
    std::vector<NearQuery> near;
    for (std::size_t q = 0; q < query.n; ++q) {
      near.push_back({unary_query.code(q), static_cast<int>(radius)});
      for (std::size_t i = 0; i < n; ++i) {
        const unsigned d = distance(query, q, database, i);
        if (d <= radius) expected.push_back({q, i, d});
      }
      right = right && all_within(maker.kernel(), tile, near.data(), q + 1) == expected;
    }
  }
  return right;
}
bool tile_is_right(const Kernel& kernel, const CodeFormat& format, std::size_t n, const Rng& rng) {
  return tile_is_right(kernel, format, n, rng, true) &&
         tile_is_right(kernel, format, n, rng, false);
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

TEST_CASE("tiles: codes that are not sliced have neither planes nor tables") {
  const Codes database = random_codes({64, 1}, 600, Rng(5));
  for (const Kernel* kernel : supported_kernels()) {
    const bool can_slice = kernel->slice != nullptr;
    for (const std::size_t n_queries : std::vector<std::size_t>{3, 4, 5}) {
      TileMaker maker(*kernel, database.format, n_queries, 4);
      CHECK(maker.slices() == (can_slice && n_queries >= 4));
      const Tile& tile = maker.make(database, 0, database.n);
      CHECK((tile.tables != nullptr) == maker.slices());
      CHECK((tile.planes != nullptr) == maker.slices());
      CHECK(tile.codes == database.code(0));
    }
    // Digits of several bits are compared by planes that slicing makes.
    CHECK(TileMaker(*kernel, {64, 2}, 3, 4).slices() == can_slice);
  }
}

TEST_CASE("tiles: one to seventeen queries find what is near each, sliced or not") {
  for (const std::size_t bits : std::vector<std::size_t>{32, 64, 96, 128, 256, 300, 600}) {
    for (const std::size_t n : std::vector<std::size_t>{31, 32, 33, 511, 512, 513, 1100}) {
      const Codes database = random_codes({bits, 1}, n, Rng(5).stream("database", bits));
      const Codes queries = random_codes({bits, 1}, 17, Rng(6).stream("queries", bits));
      // Among them ends of what a byte holds, and none at all.
      const auto most = static_cast<int>(bits);
      const std::vector<int> radii = {most / 2 - 6, -1, most / 2, 0, most, 254, 255, most / 2 - 3};
      std::vector<NearQuery> near(queries.n);
      std::vector<Near> expected;
      std::vector<std::size_t> n_expected;
      for (std::size_t q = 0; q < queries.n; ++q) {
        near[q] = {queries.code(q), radii[q % radii.size()]};
        for (std::size_t i = 0; i < n; ++i) {
          const unsigned d = distance(queries, q, database, i);
          if (static_cast<int>(d) <= near[q].radius) expected.push_back({q, i, d});
        }
        n_expected.push_back(expected.size());
      }
      for (const Kernel* kernel : supported_kernels()) {
        for (const bool slices : {true, false}) {
          TileMaker maker = tile_maker(*kernel, database.format, slices);
          const Tile& tile = maker.make(database, 0, n);
          bool equal = true;
          for (std::size_t q = 0; q < queries.n; ++q) {
            const auto end = expected.begin() + static_cast<std::ptrdiff_t>(n_expected[q]);
            equal = equal && all_within(*kernel, tile, near.data(), q + 1) ==
                                 std::vector<Near>(expected.begin(), end);
          }
          INFO(kernel->name, ", ", bits, " bits, ", n, " codes, sliced ", slices);
          CHECK(equal);
        }
      }
    }
  }
}

TEST_CASE("tiles: a complement of 255 and of 256 bits is counted as far as it is") {
  for (const std::size_t bits : std::vector<std::size_t>{254, 255, 256, 257}) {
    const Codes query = random_codes({bits, 1}, 1, Rng(2));
    Codes database({bits, 1}, 100);
    for (std::size_t i = 0; i < database.n; ++i) {
      // Code i differs in all bits but the first i.
      for (std::size_t j = 0; j < bits; ++j) {
        if (query.bit(0, j) != (j >= i % 50)) database.set_bit(i, j);
      }
    }
    for (const Kernel* kernel : supported_kernels()) {
      for (const bool slices : {true, false}) {
        TileMaker maker = tile_maker(*kernel, database.format, slices);
        const Tile& tile = maker.make(database, 0, database.n);
        std::vector<std::uint64_t> everything(Tile::block_words);
        for (std::size_t i = 0; i < database.n; ++i) insert(everything, i);
        std::vector<std::uint32_t> all(bits + 1), relevant(bits + 1), expected(bits + 1);
        for (std::size_t i = 0; i < 50; ++i) expected[bits - i] = 2;
        kernel->count(query.code(0), tile, everything.data(), all.data(), relevant.data());
        INFO(kernel->name, ", ", bits, " bits, sliced ", slices);
        CHECK(all == expected);
        CHECK(relevant == expected);
      }
    }
  }
}

TEST_CASE("tiles: many queries with radii of their own find what is near each") {
  const Codes database = random_codes({48, 1}, 3000, Rng(5));
  const Codes queries = random_codes({48, 1}, 150, Rng(6));
  for (const Kernel* kernel : supported_kernels()) {
    CAPTURE(kernel->name);
    std::vector<NearQuery> near(queries.n);
    std::vector<Near> expected;
    for (std::size_t q = 0; q < queries.n; ++q) {
      near[q] = {queries.code(q), static_cast<int>(q % 25) - 1};
      for (std::size_t i = 0; i < database.n; ++i) {
        const unsigned d = distance(queries, q, database, i);
        if (static_cast<int>(d) <= near[q].radius) expected.push_back({q, i, d});
      }
    }
    std::sort(expected.begin(), expected.end());
    for (const bool slices : {true, false}) {
      TileMaker maker = tile_maker(*kernel, database.format, slices);
      const Tile& tile = maker.make(database, 0, database.n);
      CHECK(all_within(*kernel, tile, near.data(), near.size()) == expected);
    }
  }
}

TEST_CASE("tiles: a radius that is lowered on the way leaves out later codes only") {
  const Codes database = random_codes({40, 1}, 5000, Rng(7));
  const Codes query = random_codes({40, 1}, 1, Rng(8));
  struct Search {
    std::vector<NearQuery> queries;
    std::vector<std::vector<Near>> found;
  };
  const OnFound lower = [](void* state, std::size_t q, std::size_t i, std::size_t d) {
    Search& own = *static_cast<Search*>(state);
    own.found[q].push_back({q, i, d});
    if (own.found[q].size() == 300) own.queries[q].radius = 14;
    if (own.found[q].size() == 400) own.queries[q].radius = -1;
  };
  for (const Kernel* kernel : supported_kernels()) {
    for (const bool slices : {true, false}) {
      for (const std::size_t n_queries : std::vector<std::size_t>{1, 2, 3}) {
        INFO(kernel->name, ", ", n_queries, " queries, sliced ", slices);
        TileMaker maker = tile_maker(*kernel, database.format, slices);
        const Tile& tile = maker.make(database, 0, database.n);
        Search search{std::vector<NearQuery>(n_queries, {query.code(0), 20}), {}};
        search.found.resize(n_queries);
        kernel->within(search.queries.data(), n_queries, tile, lower, &search);
        for (std::vector<Near>& found : search.found) {
          CHECK(found.size() >= 400);
          CHECK(found.size() < 3000);
          // Everything near enough at the end is there up to the last position found.
          std::sort(found.begin(), found.end());
          std::size_t next = 0, missing = 0;
          for (std::size_t i = 0; i < found.back()[1]; ++i) {
            const unsigned d = distance(query, 0, database, i);
            if (next < found.size() && found[next][1] == i) {
              CHECK(found[next++][2] == d);
            } else if (d <= 14) {
              ++missing;
            }
          }
          CHECK(missing == 0);
        }
      }
    }
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

TEST_CASE("tiles: tables hold both digits of three differing bits, for all queries") {
  for (const Kernel* kernel : supported_kernels()) {
    if (kernel->slice == nullptr) continue;
    CAPTURE(kernel->name);
    const Codes codes = random_codes({65, 1}, 600, Rng(4));
    TileMaker maker(*kernel, codes.format);
    const Tile& tile = maker.make(codes, 0, codes.n);
    REQUIRE(tile.n_triples() == 22);
    bool equal = true;
    const auto bit_at = [](const std::uint64_t* plane, std::size_t i) {
      return plane[i % Tile::block_words] >> (i / Tile::block_words) & 1;
    };
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::size_t block = i / Tile::block_codes, in_block = i % Tile::block_codes;
      for (std::size_t t = 0; t < tile.n_triples(); ++t) {
        const std::uint64_t* tables =
            tile.tables + (block * tile.n_triples() + t) * Tile::tables_of_triple * 8;
        for (std::size_t q = 0; q < 8; ++q) {
          std::size_t ones = 0;
          for (std::size_t j = 0; j < 3; ++j) {
            const bool bit = 3 * t + j < 65 && codes.bit(i, 3 * t + j);
            ones += bit != ((q >> j & 1) != 0) ? 1 : 0;
          }
          const std::size_t odd = (q ^ q >> 1 ^ q >> 2) & 1;
          equal = equal && bit_at(tables + 8 * odd, in_block) == ones % 2;
          equal = equal && bit_at(tables + 8 * (Tile::low_tables + q), in_block) == ones / 2;
        }
      }
    }
    CHECK(equal);
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

}  // namespace hashlab::tiles_test
