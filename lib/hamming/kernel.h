#pragma once

#include <cstddef>
#include <cstdint>

namespace hashlab {

/// Codes of one length, in up to three arrays. Kernels read `codes` or `tables`; `planes` serves to
/// compute `tables` from `codes`.
///
/// `codes` is the usual layout, one code after the other. `planes` is the bit-sliced layout, the
/// transposed bit matrix (Li & Patel, "BitWeaving", SIGMOD 2013): 512 codes make a block, and a
/// block has n_planes planes of eight words. Plane j holds bit j of every code of the block: that
/// of code i, 0 <= i < 512, is bit i / 8 of word i % 8. Planes after the last bit of the codes, and
/// places after the last code, are zero.
///
/// The planes of a block are divided into triples: planes 0 to 2, 3 to 5, and so on. `tables` has
/// ten tables for each triple. Let x be the three bits of a code in these planes, and q = (q1, q2,
/// q3) any value of the three bits of a query, q1 being the lowest bit of q. The number of ones in
/// x ^ q has two binary digits. Table q1 ^ q2 ^ q3 holds the low digit for every code of the block,
/// and table 2 + q the high digit, each in the layout of a plane.
///
/// A tile that few queries will read is not sliced: `planes` and `tables` are null and kernels read
/// `codes`. In a sliced tile, kernels read `tables`, and `codes` may be null.
struct Tile {
  static constexpr std::size_t block_codes = 512;
  static constexpr std::size_t block_words = 8;  ///< words of a plane
  static constexpr std::size_t low_tables = 2, tables_of_triple = 10;
  // Always inline, because a file that is compiled for a wider instruction set must not define
  // functions that other files call.
  [[gnu::always_inline]] static constexpr std::size_t triples_of(std::size_t bits) {
    return (bits + 2) / 3;
  }

  std::size_t n = 0;                      ///< number of codes
  std::size_t bits = 0;                   ///< bits per code
  std::size_t words = 0;                  ///< 64-bit words per code: ceil(bits / 64)
  std::size_t n_blocks = 0;               ///< ceil(n / 512)
  std::size_t n_planes = 0;               ///< planes per block: bits, rounded up to a multiple of 3
  const std::uint64_t* codes = nullptr;   ///< n x words, end to end, or null
  const std::uint64_t* planes = nullptr;  ///< n_blocks x n_planes x 8 words, or null
  const std::uint64_t* tables = nullptr;  ///< n_blocks x n_triples x 10 x 8 words, or null

  [[gnu::always_inline]] std::size_t n_triples() const { return n_planes / 3; }
};

/// A query for Kernel::within.
struct NearQuery {
  const std::uint64_t* query = nullptr;  ///< its code
  int radius = 0;                        ///< largest distance to report; below 0: none is reported
};
/// A function that Kernel::within calls for each code found. It gets the pointer `search` that was
/// passed to `within`, the index of the query, the position of the code in the tile, and the
/// distance of the code from the query.
using OnFound = void (*)(void* search, std::size_t query, std::size_t position,
                         std::size_t distance);

/// A kernel: an implementation of Hamming distances for one instruction set. All kernels give the
/// same integers.
struct Kernel {
  const char* name;     ///< "scalar", "popcnt", "avx2", "avx512", "neon"
  bool (*supported)();  ///< true if it is compiled in and this CPU can run it
  /// out[i] = Hamming distance between `query` and code i, for n codes of `words` 64-bit words
  /// stored end to end in `base`. Any alignment; words >= 1; distances at most 65535.
  void (*scan)(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
               std::size_t words, std::uint16_t* out);
  /// Writes the planes of a tile from its codes, of at most max_sliced_bits bits. Null if this
  /// kernel always reads `codes`, which may then have any length.
  void (*slice)(const Tile& tile, std::uint64_t* planes);
  /// Writes the tables of a tile from its planes. Null if `slice` is null.
  void (*tabulate)(const Tile& tile, std::uint64_t* tables);
  /// For each distance d, adds the number of the tile's codes at distance d from `query` to all[d].
  /// If `relevant_set` is not null, also adds the number of these codes that are in this set to
  /// relevant[d]. `all` and `relevant` have bits + 1 elements. The set has n_blocks x 8 words,
  /// which are laid out like one plane of each block.
  void (*count)(const std::uint64_t* query, const Tile& tile, const std::uint64_t* relevant_set,
                std::uint32_t* all, std::uint32_t* relevant);
  /// Calls found(search, q, i, d) for the codes i of the tile whose distance d from query q is at
  /// most the query's radius. found() may lower the radius of query q; later codes beyond the new
  /// radius may then be left out.
  void (*within)(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
                 void* search);
  /// With fewer queries than these numbers, `count` and `within`, respectively, are faster on tiles
  /// that are not sliced.
  std::size_t count_slices_from = 0, within_slices_from = 0;
};

/// The longest codes that can be bit-sliced; longer ones need a kernel that reads `codes`.
inline constexpr std::size_t max_sliced_bits = 2047;

}  // namespace hashlab
