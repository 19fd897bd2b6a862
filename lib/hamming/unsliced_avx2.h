#pragma once

#include "lib/hamming/kernel.h"
#include "lib/hamming/plain_loops.h"

#include <immintrin.h>
#include <cstddef>
#include <cstdint>

// Search within a radius and counting by distance, with AVX2, on codes that are not sliced. Nothing
// is prepared for later queries, so a few queries scan a large database at about memory bandwidth.
//
// With one or two queries, the bits of each word are counted while the word is in a register. Four
// codes of one word and one query take nine operations: an exclusive or, six operations to count
// the bits of each byte, one to sum these counts, and one for the minimum of the distances. The
// minimum over 32 codes is then compared with the radius. At four operations per cycle, that is
// 2.25 cycles for 32 bytes. Two queries share the split into nibbles.
//
// More queries share a transposition: bytes j of 32 codes become a vector, which is split into low
// and high nibbles. The nibble of a query is then the same for a whole vector, and the number of
// ones in nibble ^ query is one look-up in a table chosen by the query. This takes 16 look-ups and
// 16 additions for 32 codes of 64 bits, half the operations needed for nibbles that are stored code
// by code. At two look-ups per cycle, 256 bytes take at best 8 cycles per query, after 20 cycles
// for the transposition. (The idea of keeping tables in registers is that of Andre, Kermarrec & Le
// Scouarnec, "Cache locality is not enough: high-performance nearest neighbor search with product
// quantization fast scan", VLDB 2015.) Adding up words by full adders before their bits are counted
// does not pay: a full adder takes five operations and saves one of three byte vectors, but the
// look-ups and additions of a byte vector take only four.
//
// `File` is a type in the unnamed namespace of the including file, so each file gets its own copies
// of these functions, compiled with its own flags.

namespace hashlab {

template <class File>
struct UnslicedAvx2 {
  using V = __m256i;
  using Word = std::uint64_t;

  static constexpr std::size_t group = 32;  // codes whose sums are the bytes of one vector

  static void count(const Word* query, const Tile& tile, const Word* relevant_set,
                    std::uint32_t* all, std::uint32_t* relevant) {
    // Too many distances of longer codes would not fit into a byte.
    if (tile.bits > 256) {
      return PlainLoops<File>::count(query, tile, relevant_set, all, relevant);
    }
    count_bytes(query, tile, relevant_set, all, relevant);
  }

  static void within(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
                     void* search) {
    const Search all = {queries, tile, found, search};
    std::size_t active[2], n_active = 0;
    for (std::size_t q = 0; q < n_queries && n_active < 3; ++q) {
      if (queries[q].radius < 0) continue;
      if (n_active < 2) active[n_active] = q;
      ++n_active;
    }
    // Bytes hold the sums of up to 31 words.
    if (n_active > 2 || tile.words > 31) return by_nibbles(all, n_queries);
    if (n_active == 2) return by_words<2>(all, active);
    if (n_active == 1) return by_words<1>(all, active);
  }

 private:
  struct Search {
    NearQuery* queries;
    const Tile& tile;
    OnFound found;
    void* search;

    /// The smallest distance that is too large for query q, at most bits + 1.
    int beyond(std::size_t q) const {
      const auto bits = static_cast<int>(tile.bits);
      return (queries[q].radius < bits ? queries[q].radius : bits) + 1;
    }

    /// Reports code i if it is within the radius of query q, which may have been lowered meanwhile.
    void tell(std::size_t q, std::size_t i) const {
      const Word* code = tile.codes + i * tile.words;
      int distance = 0;
      for (std::size_t w = 0; w < tile.words; ++w) {
        distance += static_cast<int>(_mm_popcnt_u64(queries[q].query[w] ^ code[w]));
      }
      if (distance <= queries[q].radius) found(search, q, i, static_cast<std::size_t>(distance));
    }
    [[gnu::noinline]] void tell_all(std::size_t q, std::size_t begin, std::size_t end) const {
      for (std::size_t i = begin; i < end; ++i) tell(q, i);
    }
  };

  static V low_nibbles(V v) { return _mm256_and_si256(v, _mm256_set1_epi8(15)); }
  static V high_nibbles(V v) { return low_nibbles(_mm256_srli_epi16(v, 4)); }
  static bool any(V v) { return _mm256_testz_si256(v, v) == 0; }
  static V two(const Word* low, const Word* high) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(low));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(high));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
  }

  /// Loads word w of codes 0, 1, apart and apart + 1 into of[0], and word w + 1 of these codes, if
  /// there is one, into of[1].
  template <std::size_t fixed_words>
  [[gnu::always_inline]] static void words_of(const Word* codes, std::size_t any_words,
                                              std::size_t w, std::size_t apart, V* of) {
    const std::size_t words = fixed_words > 0 ? fixed_words : any_words;
    if constexpr (fixed_words == 1) {
      of[0] = two(codes, codes + apart);
    } else if (fixed_words % 2 == 0 && (fixed_words > 0 || w + 1 < words)) {
      const Word* at = codes + w;
      const V even = two(at, at + apart * words), odd = two(at + words, at + (apart + 1) * words);
      of[0] = _mm256_unpacklo_epi64(even, odd);
      of[1] = _mm256_unpackhi_epi64(even, odd);
    } else {
      const auto word = [&](std::size_t i) { return static_cast<long long>(codes[i * words + w]); };
      of[0] = _mm256_setr_epi64x(word(0), word(1), word(apart), word(apart + 1));
    }
  }

  // Prefetches the data `ahead` bytes further on, because the hardware's own prefetching stops at
  // the end of each page of 4 KiB.
  static constexpr std::size_t line = 64;
  [[gnu::always_inline]] static void fetch(const Word* at, std::size_t bytes, std::size_t ahead) {
    const auto* from = reinterpret_cast<const char*>(at);
    for (std::size_t i = 0; i < bytes; i += line) _mm_prefetch(from + ahead + i, _MM_HINT_T0);
  }

  template <std::size_t n>
  static void by_words(const Search& s, const std::size_t* active) {
    switch (s.tile.words) {
      case 1:
        return by_words<n, 1>(s, active);
      case 2:
        return by_words<n, 2>(s, active);
      case 4:
        return by_words<n, 4>(s, active);
      default:
        return by_words<n, 0>(s, active);
    }
  }

  template <std::size_t n, std::size_t fixed_words>
  static void by_words(const Search& s, const std::size_t* active) {
    const std::size_t words = fixed_words > 0 ? fixed_words : s.tile.words;
    const V ones_of =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    V low[n][31], high[n][31], beyond[n];  // queries; the smallest distances that are too large
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t w = 0; w < words; ++w) {
        const Word word = s.queries[active[j]].query[w];
        const V query = _mm256_set1_epi64x(static_cast<long long>(word));
        low[j][w] = n == 1 ? query : low_nibbles(query);
        high[j][w] = high_nibbles(query);
      }
      beyond[j] = _mm256_set1_epi64x(s.beyond(active[j]));
    }
    const auto add_bits = [&](std::size_t w, V word, V * sums) __attribute__((always_inline)) {
      V low_half = low_nibbles(word), high_half = high_nibbles(word);
      for (std::size_t j = 0; j < n; ++j) {
        if constexpr (n == 1) {
          const V differing = _mm256_xor_si256(word, low[0][w]);
          low_half = low_nibbles(differing), high_half = high_nibbles(differing);
        }
        const V l = n == 1 ? low_half : _mm256_xor_si256(low_half, low[j][w]);
        const V h = n == 1 ? high_half : _mm256_xor_si256(high_half, high[j][w]);
        const V bits =
            _mm256_add_epi8(_mm256_shuffle_epi8(ones_of, l), _mm256_shuffle_epi8(ones_of, h));
        sums[j] = _mm256_add_epi8(sums[j], bits);
      }
    };
    std::size_t i = 0;
    for (; i + group <= s.tile.n; i += group) {
      const Word* codes = s.tile.codes + i * words;
      V least[n];
      for (std::size_t j = 0; j < n; ++j) least[j] = beyond[j];
#pragma GCC unroll 8
      for (std::size_t k = 0; k < group; k += 4) {
        V sums[n];
        for (V& sum : sums) sum = _mm256_setzero_si256();
        if (k % 8 == 0) fetch(codes + k * words, 8 * words * sizeof(Word), 2048);
        for (std::size_t w = 0; w < words; w += 2) {
          V of[2];
          words_of<fixed_words>(codes + k * words, words, w, 2, of);
          add_bits(w, of[0], sums);
          if (w + 1 < words) add_bits(w + 1, of[1], sums);
        }
        for (std::size_t j = 0; j < n; ++j) {
          least[j] = _mm256_min_epi16(least[j], _mm256_sad_epu8(sums[j], _mm256_setzero_si256()));
        }
      }
      for (std::size_t j = 0; j < n; ++j) {
        if (any(_mm256_cmpgt_epi64(beyond[j], least[j]))) {
          s.tell_all(active[j], i, i + group);
          beyond[j] = _mm256_set1_epi64x(s.beyond(active[j]));
        }
      }
    }
    for (std::size_t j = 0; j < n; ++j) s.tell_all(active[j], i, s.tile.n);
  }

  // A block is a few groups of 32 codes, stored as nibbles. It stays in the L1 cache while it is
  // compared with all queries of a batch. At any time, the tables for eight nibbles (half a word)
  // are in registers.
  static constexpr std::size_t most_groups = 16, nibbles_at_once = 8;
  static constexpr std::size_t most_halves = (max_sliced_bits + 31) / 32;
  static constexpr std::size_t block_halves = 64;  // 16 KiB, unless four groups take more

  /// The number of groups in a block of codes of n_halves half words; a power of two.
  static std::size_t groups_of(std::size_t n_halves) {
    std::size_t groups = most_groups;
    while (groups > 4 && groups * n_halves > block_halves) groups /= 2;
    return groups;
  }

  struct Block {
    std::size_t n_groups, n_halves;
    V nibbles[4 * most_halves][nibbles_at_once];  // n_halves x n_groups
    V sums[most_groups];
    // Distances in 16 bits: [0] holds those of quarters 0 and 2 of a group, [1] of 1 and 3.
    V wide[most_groups][2];

    const V* of(std::size_t half, std::size_t g) const { return nibbles[half * n_groups + g]; }
    V* of(std::size_t half, std::size_t g) { return nibbles[half * n_groups + g]; }
  };
  static_assert(4 * most_halves >= block_halves);

  static void transpose(const V* v, V* bytes) {
    const V alternate = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
    V a[8], b[8], c[8];
    for (std::size_t k = 0; k < 8; ++k) a[k] = _mm256_shuffle_epi8(v[k], alternate);
    for (std::size_t k = 0; k < 4; ++k) {
      b[k] = _mm256_unpacklo_epi16(a[2 * k], a[2 * k + 1]);
      b[k + 4] = _mm256_unpackhi_epi16(a[2 * k], a[2 * k + 1]);
    }
    for (std::size_t k = 0; k < 8; k += 4) {
      for (std::size_t j = 0; j < 2; ++j) {
        c[k + j] = _mm256_unpacklo_epi32(b[k + 2 * j], b[k + 2 * j + 1]);
        c[k + j + 2] = _mm256_unpackhi_epi32(b[k + 2 * j], b[k + 2 * j + 1]);
      }
    }
    for (std::size_t k = 0; k < 8; k += 2) {
      bytes[k] = _mm256_unpacklo_epi64(c[k], c[k + 1]);
      bytes[k + 1] = _mm256_unpackhi_epi64(c[k], c[k + 1]);
    }
  }

  static void split(const V* v, std::size_t w, std::size_t g, Block& block) {
    V bytes[8];
    transpose(v, bytes);
    for (std::size_t half = 0; half < 2 && 2 * w + half < block.n_halves; ++half) {
      V* out = block.of(2 * w + half, g);
      for (std::size_t k = 0; k < 4; ++k) {
        out[2 * k] = low_nibbles(bytes[4 * half + k]);
        out[2 * k + 1] = high_nibbles(bytes[4 * half + k]);
      }
    }
  }

  template <std::size_t fixed_words>
  static void make_block(const Word* codes, std::size_t any_words, Block& block) {
    const std::size_t words = fixed_words > 0 ? fixed_words : any_words;
    for (std::size_t g = 0; g < block.n_groups; ++g) {
      const Word* of_group = codes + g * group * words;
      fetch(of_group, group * words * sizeof(Word), 16384);
      for (std::size_t w = 0; w < words; w += 2) {
        V v[2][8];
        for (std::size_t k = 0; k < 8; ++k) {
          V of[2];
          words_of<fixed_words>(of_group + 2 * k * words, words, w, 16, of);
          v[0][k] = of[0];
          if (w + 1 < words) v[1][k] = of[1];
        }
        split(v[0], w, g, block);
        if (w + 1 < words) split(v[1], w + 1, g, block);
      }
    }
  }
  static void make_block(const Word* codes, std::size_t words, Block& block) {
    switch (words) {
      case 1:
        return make_block<1>(codes, words, block);
      case 2:
        return make_block<2>(codes, words, block);
      case 4:
        return make_block<4>(codes, words, block);
      default:
        return make_block<0>(codes, words, block);
    }
  }

  /// Writes, for each nibble of a query, the offset of its table in Tables::ones.
  static void find_places(const Word* query, std::size_t n_halves, std::uint8_t* places) {
    for (std::size_t i = 0; i < nibbles_at_once * n_halves; ++i) {
      places[i] = static_cast<std::uint8_t>((query[i / 16] >> 4 * (i % 16) & 15) << 4);
    }
  }
  struct alignas(64) Tables {
    std::uint8_t ones[256];  // ones[query << 4 | nibble]: number of ones in nibble ^ query
    Tables() {
      for (unsigned q = 0; q < 16; ++q) {
        for (unsigned i = 0; i < 16; ++i) {
          ones[q << 4 | i] = static_cast<std::uint8_t>(__builtin_popcount(i ^ q));
        }
      }
    }
  };

  /// Calls use(g, distances) for each group g. `distances` has one byte for each code of the group:
  /// its Hamming distance from the query, counted only over the bits of half word `half`.
  template <class Use>
  [[gnu::always_inline]] static void for_half(const Block& block, std::size_t half,
                                              const std::uint8_t* places, const Tables& tables,
                                              const Use& use) {
    V t[nibbles_at_once];
    for (std::size_t i = 0; i < nibbles_at_once; ++i) {
      const std::uint8_t* table = tables.ones + places[nibbles_at_once * half + i];
      t[i] = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
    }
    const V* v = block.of(half, 0);
    for (std::size_t g = 0; g < block.n_groups; ++g, v += nibbles_at_once) {
      V ones[nibbles_at_once];
      for (std::size_t i = 0; i < nibbles_at_once; ++i) ones[i] = _mm256_shuffle_epi8(t[i], v[i]);
      const V a = _mm256_add_epi8(ones[0], ones[1]), b = _mm256_add_epi8(ones[2], ones[3]);
      const V c = _mm256_add_epi8(ones[4], ones[5]), d = _mm256_add_epi8(ones[6], ones[7]);
      use(g, _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d)));
    }
  }

  /// Writes min(distance, 255) of each code to block.sums, as bytes. Returns the minimum over the
  /// groups, byte by byte.
  static V sum_bytes(Block& block, const std::uint8_t* places, const Tables& tables) {
    V least = _mm256_set1_epi8(-1);
    V* sums = block.sums;
    const std::size_t last = block.n_halves - 1;
    if (last == 0) {
      for_half(
          block, 0, places, tables, [&](std::size_t g, V sum) __attribute__((always_inline)) {
            sums[g] = sum;
            least = _mm256_min_epu8(least, sum);
          });
      return least;
    }
    for_half(
        block, 0, places,
        tables, [&](std::size_t g, V sum) __attribute__((always_inline)) { sums[g] = sum; });
    for (std::size_t half = 1; half < last; ++half) {
      for_half(
          block, half, places, tables, [&](std::size_t g, V sum) __attribute__((always_inline)) {
            sums[g] = _mm256_adds_epu8(sums[g], sum);
          });
    }
    for_half(
        block, last, places, tables, [&](std::size_t g, V sum) __attribute__((always_inline)) {
          sum = _mm256_adds_epu8(sums[g], sum);
          sums[g] = sum;
          least = _mm256_min_epu8(least, sum);
        });
    return least;
  }

  /// Writes the distance of each code to block.wide, 16 bits each.
  static void sum_wide(Block& block, const std::uint8_t* places, const Tables& tables) {
    for (std::size_t g = 0; g < block.n_groups; ++g) {
      block.wide[g][0] = block.wide[g][1] = _mm256_setzero_si256();
    }
    for (std::size_t half = 0; half < block.n_halves; ++half) {
      for_half(
          block, half, places, tables, [&](std::size_t g, V sum) __attribute__((always_inline)) {
            V* wide = block.wide[g];
            const V zero = _mm256_setzero_si256();
            wide[0] = _mm256_add_epi16(wide[0], _mm256_unpacklo_epi8(sum, zero));
            wide[1] = _mm256_add_epi16(wide[1], _mm256_unpackhi_epi8(sum, zero));
          });
    }
  }

  static constexpr int most_in_byte = 254;

  static void find_in_block(const Search& s, std::size_t q, Block& block, std::size_t first,
                            const std::uint8_t* places, const Tables& tables) {
    const int radius = s.queries[q].radius;
    const bool bytes = radius <= most_in_byte;
    const V limit = _mm256_set1_epi8(static_cast<char>(radius));
    if (bytes) {
      const V least = sum_bytes(block, places, tables);
      if (!any(_mm256_cmpeq_epi8(_mm256_min_epu8(least, limit), least))) return;
    } else {
      sum_wide(block, places, tables);
    }
    const V beyond = _mm256_set1_epi16(static_cast<short>(s.beyond(q)));
    for (std::size_t g = 0; g < block.n_groups; ++g) {
      const V sum = block.sums[g];
      const V near = bytes ? _mm256_cmpeq_epi8(_mm256_min_epu8(sum, limit), sum)
                           : _mm256_packs_epi16(_mm256_cmpgt_epi16(beyond, block.wide[g][0]),
                                                _mm256_cmpgt_epi16(beyond, block.wide[g][1]));
      const std::size_t start = first + g * group;
      for (auto left = static_cast<unsigned>(_mm256_movemask_epi8(near)); left != 0;
           left &= left - 1) {
        s.tell(q, start + static_cast<std::size_t>(__builtin_ctz(left)));
      }
    }
  }

  static constexpr std::size_t batch_places = 32768;

  static void by_nibbles(const Search& s, std::size_t n_queries) {
    const Tables tables;
    const std::size_t words = s.tile.words, n_halves = (s.tile.bits + 31) / 32;
    const std::size_t n_places = nibbles_at_once * n_halves;
    std::uint8_t places[batch_places];
    Block block;
    block.n_halves = n_halves;
    const std::size_t groups = groups_of(n_halves);
    const std::size_t batch = batch_places / n_places;
    for (std::size_t begin = 0; begin < n_queries; begin += batch) {
      const std::size_t end = n_queries - begin < batch ? n_queries : begin + batch;
      for (std::size_t q = begin; q < end; ++q) {
        find_places(s.queries[q].query, n_halves, places + (q - begin) * n_places);
      }
      for (std::size_t i = 0; i < s.tile.n; i += groups * group) {
        const std::size_t left = s.tile.n - i;
        block.n_groups = left < groups * group ? left / group : groups;
        if (block.n_groups == 0) break;
        make_block(s.tile.codes + i * words, words, block);
        for (std::size_t q = begin; q < end; ++q) {
          if (s.queries[q].radius < 0) continue;
          find_in_block(s, q, block, i, places + (q - begin) * n_places, tables);
        }
      }
      for (std::size_t q = begin; q < end; ++q) {
        s.tell_all(q, s.tile.n / group * group, s.tile.n);
      }
    }
  }

  // Counting: the bytes of a block are compared with each distance between their minimum and
  // maximum. For a block of random codes of 64 bits these are about 25 distances, each of which
  // costs two operations for 32 codes. Counting code by code would be slower, because each addition
  // waits for the previous store.

  static std::size_t distance(const Word* query, const Tile& tile, std::size_t i) {
    return PlainLoops<File>::distance(query, tile.codes + i * tile.words, tile.words);
  }

  static void count_bytes(const Word* query, const Tile& tile, const Word* relevant_set,
                          std::uint32_t* all, std::uint32_t* relevant) {
    constexpr std::size_t most_words = 4, most = 255;
    const Tables tables;
    Block block;
    block.n_halves = (tile.bits + 31) / 32;
    std::uint8_t places[2 * most_words * nibbles_at_once];
    find_places(query, block.n_halves, places);
    V counts[most + 1];  // of each distance, as four numbers to be added up
    for (V& count : counts) count = _mm256_setzero_si256();
    const std::size_t step = groups_of(block.n_halves) * group;
    const std::size_t whole = tile.n / group * group;
    for (std::size_t i = 0; i < whole; i += step) {
      block.n_groups = (whole - i < step ? whole - i : step) / group;
      make_block(tile.codes + i * tile.words, tile.words, block);
      sum_bytes(block, places, tables);
      alignas(32) std::uint8_t bytes[most_groups * group];
      count_block(block, counts);
      if (relevant_set == nullptr) continue;
      for (std::size_t g = 0; g < block.n_groups; ++g) {
        _mm256_store_si256(reinterpret_cast<V*>(bytes + g * group), block.sums[g]);
      }
      // A set is laid out like a plane of the tile: eight successive codes are in eight words.
      const Word* sets = relevant_set + i / Tile::block_codes * Tile::block_words;
      const std::size_t n_bits = block.n_groups * group / Tile::block_words;
      const std::size_t first_bit = i % Tile::block_codes / Tile::block_words;
      for (std::size_t w = 0; w < Tile::block_words; ++w) {
        Word set = sets[w] >> first_bit;
        if (n_bits < 64) set &= (Word{1} << n_bits) - 1;
        for (; set != 0; set &= set - 1) {
          const std::size_t at =
              Tile::block_words * static_cast<std::size_t>(__builtin_ctzll(set)) + w;
          ++relevant[bytes[at] < most ? bytes[at] : distance(query, tile, i + at)];
        }
      }
    }
    for (std::size_t d = 0; d < most && d <= tile.bits; ++d) all[d] += total(counts[d]);
    if (tile.bits >= most) count_far(query, tile, whole, total(counts[most]), all);
    for (std::size_t i = whole; i < tile.n; ++i) {
      const std::size_t d = distance(query, tile, i);
      ++all[d];
      if (relevant_set != nullptr && PlainLoops<File>::in_set(relevant_set, i)) ++relevant[d];
    }
  }

  static std::uint32_t total(V count) {
    alignas(32) Word words[4];
    _mm256_store_si256(reinterpret_cast<V*>(words), count);
    return static_cast<std::uint32_t>(words[0] + words[1] + words[2] + words[3]);
  }

  static void count_block(const Block& block, V* counts) {
    V least = block.sums[0], most = block.sums[0];
    for (std::size_t g = 1; g < block.n_groups; ++g) {
      least = _mm256_min_epu8(least, block.sums[g]);
      most = _mm256_max_epu8(most, block.sums[g]);
    }
    alignas(32) std::uint8_t low[group], high[group];
    _mm256_store_si256(reinterpret_cast<V*>(low), least);
    _mm256_store_si256(reinterpret_cast<V*>(high), most);
    std::size_t begin = low[0], last = high[0];
    for (std::size_t k = 1; k < group; ++k) {
      if (low[k] < begin) begin = low[k];
      if (high[k] > last) last = high[k];
    }
    for (std::size_t d = begin; d <= last; ++d) {
      const V wanted = _mm256_set1_epi8(static_cast<char>(d));
      V equal = _mm256_setzero_si256();
      for (std::size_t g = 0; g < block.n_groups; ++g) {
        equal = _mm256_sub_epi8(equal, _mm256_cmpeq_epi8(block.sums[g], wanted));
      }
      counts[d] = _mm256_add_epi64(counts[d], _mm256_sad_epu8(equal, _mm256_setzero_si256()));
    }
  }

  /// Counts the n_far codes whose byte is 255, which means a distance of 255 or 256. To tell the
  /// two apart, the distances of codes 0 .. n - 1 are computed again until these codes are found.
  /// This is needed rarely.
  static void count_far(const Word* query, const Tile& tile, std::size_t n, std::uint32_t n_far,
                        std::uint32_t* all) {
    for (std::size_t i = 0; n_far > 0 && i < n; ++i) {
      const std::size_t d = distance(query, tile, i);
      if (d < 255) continue;
      ++all[d];
      --n_far;
    }
  }
};

}  // namespace hashlab
