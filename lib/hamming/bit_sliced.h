#pragma once

#include "lib/hamming/kernel.h"
#include "lib/hamming/sliced_distance.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

// Counts and searches many codes through the binary digits of their distances (see
// sliced_distance.h). A digit vector holds one binary digit of the distances of many codes. Codes
// are counted by distance through AND operations on digit vectors, and the codes within a radius
// are found by a bitwise comparison. Digits are put together to a distance only for the codes that
// are found.
//
// `L` is a vector type with its operations, as explained in sliced_distance.h.

namespace hashlab {

template <class L>
struct BitSliced {
  using V = typename L::Vector;
  using Word = std::uint64_t;
  using Distance = SlicedDistance<L>;
  using Place = typename Distance::Place;

  // A plane of a block consists of this many vectors side by side. Vector c of each plane belongs
  // to column c of the block. The columns of a tile are numbered block after block.
  static constexpr std::size_t columns = Tile::block_words / L::words;

  /// Computes the digits of the distances of column c of the tile, for n triples of planes. n = 0
  /// stands for more than most_triples triples, whose digits the function `of_many` computes.
  template <std::size_t n>
  [[gnu::always_inline]] static void digits_of(const Tile& tile, std::size_t c,
                                               typename Distance::Digits of_many,
                                               const Place* places, V* digits) {
    if constexpr (n > 0) {
      Distance::template digits_of<n>(column(tile, c), places, digits);
    } else {
      of_many(column(tile, c), places, tile.n_triples(), digits);
    }
  }
  template <std::size_t n>
  static typename Distance::Digits of_many(const Tile& tile) {
    return n > 0 ? nullptr : Distance::digits_of_many(tile.n_triples());
  }

  static const Word* column(const Tile& tile, std::size_t c) {
    const std::size_t block = Tile::block_words * Tile::tables_of_triple * tile.n_triples();
    return tile.tables + c / columns * block + c % columns * L::words;
  }

  // Counting. The high digits of the distances divide the codes into groups: the codes of group g
  // have the distances 16 g .. 16 g + 15. Many groups are empty and are skipped at once. Each
  // number s < 16 stands for a set of low digits, those at which s has a one. The AND of the
  // vectors of these digits marks the codes whose distance has a one at each of them. The number of
  // marked codes is therefore a sum of counts: those of all distances of the group that have ones
  // at least where s has them. finish() obtains the count of each single distance by differences (a
  // Moebius inversion). For 64 x L::words codes this takes one AND and one population count per
  // distance.

  static constexpr std::size_t low_digits = 4;
  static constexpr std::size_t group = std::size_t{1} << low_digits;

  /// The number of columns that are counted together, to share the loads and stores of the counts.
  static constexpr std::size_t at_once = L::columns_at_once;
  struct Row {
    V column[at_once];
  };
  [[gnu::always_inline]] static Row both(const Row& a, const Row& b) {
    Row row;
    for (std::size_t c = 0; c < at_once; ++c) row.column[c] = L::both(a.column[c], b.column[c]);
    return row;
  }
  [[gnu::always_inline]] static Row without(const Row& a, const Row& b) {
    Row row;
    for (std::size_t c = 0; c < at_once; ++c) row.column[c] = L::without(a.column[c], b.column[c]);
    return row;
  }
  [[gnu::always_inline]] static bool any(const Row& a) {
    V some = a.column[0];
    for (std::size_t c = 1; c < at_once; ++c) some = L::either(some, a.column[c]);
    return L::any(some);
  }

  /// The number of marked codes for each set s of each group of distances (see Counting above),
  /// each as a vector whose elements are added up at the end.
  template <std::size_t n_digits>
  struct Counts {
    static constexpr std::size_t n_groups = std::size_t{1} << (n_digits - low_digits);
    alignas(64) Word sets[L::words * group * n_groups];  // initialised only for used groups
    bool used[n_groups] = {};

    Word* of(std::size_t g) {
      Word* counts = sets + L::words * group * g;
      if (!used[g]) {
        used[g] = true;
        for (std::size_t i = 0; i < group; ++i) L::store(counts + L::words * i, L::zero());
      }
      return counts;
    }

    /// Adds the counts of each distance 0 .. bits to `out`.
    [[gnu::noinline]] void finish(std::size_t bits, std::uint32_t* out) const {
      for (std::size_t g = 0; g < n_groups; ++g) {
        if (!used[g]) continue;
        Word at[group];
        for (std::size_t s = 0; s < group; ++s) at[s] = L::total(sets + L::words * (group * g + s));
        for (std::size_t digit = 1; digit < group; digit *= 2) {
          for (std::size_t s = 0; s < group; ++s) {
            if ((s & digit) == 0) at[s] -= at[s + digit];
          }
        }
        for (std::size_t s = 0; s < group && group * g + s <= bits; ++s) {
          out[group * g + s] += static_cast<std::uint32_t>(at[s]);
        }
      }
    }
  };

  template <std::size_t level>
  [[gnu::always_inline]] static void count_sets(const Row& set, const Row* digits, Word* counts) {
    if constexpr (level == 0) {
      L::add_counts(counts, set.column);
    } else {
      count_sets<level - 1>(set, digits, counts);
      count_sets<level - 1>(both(set, digits[level - 1]), digits,
                            counts + (L::words << (level - 1)));
    }
  }

  template <std::size_t level, std::size_t n_digits>
  static void count_groups(const Row& codes, std::size_t g, const Row* digits,
                           Counts<n_digits>& counts) {
    if constexpr (level == low_digits) {
      // Copies can stay in registers; without them the compiler assumes that counts alias the
      // originals.
      const Row set = codes;
      const Row low[low_digits] = {digits[0], digits[1], digits[2], digits[3]};
      count_sets<low_digits>(set, low, counts.of(g));
    } else {
      const Row lower = without(codes, digits[level - 1]), upper = both(codes, digits[level - 1]);
      if (any(lower)) count_groups<level - 1>(lower, g, digits, counts);
      if (any(upper)) {
        count_groups<level - 1>(upper, g + (std::size_t{1} << (level - 1 - low_digits)), digits,
                                counts);
      }
    }
  }

  template <std::size_t n, std::size_t n_digits>
  static void count_with(const Word* query, const Tile& tile, const Word* relevant_set,
                         std::uint32_t* all, std::uint32_t* relevant) {
    Counts<n_digits> all_counts, relevant_counts;
    Place places[n > 0 ? n : Distance::most_places];
    Distance::find_places(query, tile, places);
    const auto many = of_many<n>(tile);
    const std::size_t n_columns = tile.n_blocks * columns;
    for (std::size_t c = 0; c < n_columns; c += at_once) {
      Row digits[max_digits], everything;
      for (std::size_t i = 0; i < at_once; ++i) {
        const bool there = c + i < n_columns;
        V of_column[max_digits];
        digits_of<n>(tile, there ? c + i : c, many, places, of_column);
        for (std::size_t d = 0; d < n_digits; ++d) digits[d].column[i] = of_column[d];
        everything.column[i] = there ? L::ones() : L::zero();
      }
      count_groups<n_digits>(everything, 0, digits, all_counts);
      if (relevant_set == nullptr) continue;
      Row those_relevant;
      for (std::size_t i = 0; i < at_once; ++i) {
        const bool there = c + i < n_columns;
        those_relevant.column[i] = there ? L::load(relevant_set + L::words * (c + i)) : L::zero();
      }
      if (any(those_relevant)) count_groups<n_digits>(those_relevant, 0, digits, relevant_counts);
    }
    all_counts.finish(tile.bits, all);
    if (relevant_set != nullptr) relevant_counts.finish(tile.bits, relevant);
    // The zero codes that pad the last block have a distance equal to the query's number of ones.
    std::size_t ones = 0;
    for (std::size_t w = 0; w < tile.words; ++w) {
      ones += static_cast<std::size_t>(__builtin_popcountll(query[w]));
    }
    all[ones] -= static_cast<std::uint32_t>(tile.n_blocks * Tile::block_codes - tile.n);
  }

  // The implementation of count() for n triples of planes. n = 0 stands for more than most_triples
  // triples.
  template <std::size_t n>
  static void count_triples(const Word* query, const Tile& tile, const Word* relevant_set,
                            std::uint32_t* all, std::uint32_t* relevant) {
    if constexpr (n > 0) {
      constexpr std::size_t digits = std::bit_width(3 * n);
      constexpr std::size_t n_digits = digits < low_digits ? low_digits : digits;
      count_with<n, n_digits>(query, tile, relevant_set, all, relevant);
    } else {
      if (tile.bits < 128) return count_with<0, 7>(query, tile, relevant_set, all, relevant);
      if (tile.bits < 256) return count_with<0, 8>(query, tile, relevant_set, all, relevant);
      if (tile.bits < 512) return count_with<0, 9>(query, tile, relevant_set, all, relevant);
      if (tile.bits < 1024) return count_with<0, 10>(query, tile, relevant_set, all, relevant);
      count_with<0, 11>(query, tile, relevant_set, all, relevant);
    }
  }

  // Searching. A few blocks at a time are compared with many queries. Their tables stay in the L1
  // cache, unless a single block of long codes needs more than l1_words. The places of a query (see
  // SlicedDistance::Place) are computed once for the whole tile.

  static constexpr std::size_t l1_words = 3584;  // 28 KiB

  static constexpr std::size_t batch_places = 16384, most_batch = 128;

  template <std::size_t n>
  static void within_triples(NearQuery* queries, std::size_t n_queries, const Tile& tile,
                             OnFound found, void* search) {
    constexpr std::size_t n_digits = n > 0 ? Distance::digits_of_part : max_digits;
    const std::size_t triples = n > 0 ? n : tile.n_triples();
    const std::size_t batch =
        batch_places / triples < most_batch ? batch_places / triples : most_batch;
    Place places[n > 0 ? n * most_batch : batch_places];
    Radius<n_digits> radii[most_batch];
    const auto many = of_many<n>(tile);
    const std::size_t block_words = Tile::block_words * Tile::tables_of_triple * triples;
    const std::size_t step = block_words < l1_words ? l1_words / block_words : 1;
    for (std::size_t first = 0; first < n_queries; first += batch) {
      const std::size_t end = n_queries - first < batch ? n_queries : first + batch;
      for (std::size_t q = first; q < end; ++q) {
        Distance::find_places(queries[q].query, tile, places + (q - first) * triples);
      }
      for (std::size_t b = 0; b < tile.n_blocks; b += step) {
        const std::size_t end_block = tile.n_blocks - b < step ? tile.n_blocks : b + step;
        for (std::size_t q = first; q < end; ++q) {
          if (queries[q].radius < 0) continue;
          const Word* complement = radii[q - first].complement_of(queries[q].radius, tile.bits);
          for (std::size_t c = b * columns; c < end_block * columns; ++c) {
            V digits[max_digits];
            digits_of<n>(tile, c, many, places + (q - first) * triples, digits);
            V beyond = L::both(digits[0], L::repeat(complement));
            for (std::size_t i = 1; i < n_digits; ++i) {
              beyond = L::majority(beyond, digits[i], L::repeat(complement + i));
            }
            const V inside = L::exclusive_or(beyond, L::ones());
            if (!L::any(inside)) continue;
            // Copies in memory for tell(), so that `inside` and `digits` can stay in registers.
            Word set[L::words], digit[n_digits][L::words];
            L::store(set, inside);
            for (std::size_t i = 0; i < n_digits; ++i) L::store(digit[i], digits[i]);
            tell<n_digits>(set, digit, tile, c, found, search, q);
          }
        }
      }
    }
  }

  /// A radius, and the complement of its binary digits. A distance is larger than the radius if and
  /// only if the sum of the distance and the complement has a carry out of the highest digit.
  template <std::size_t n_digits>
  struct Radius {
    int radius = -1;
    Word complement[n_digits];  // digits of the complement, each as a mask of all ones or zeros

    const Word* complement_of(int wanted, std::size_t bits) {
      if (wanted != radius) {
        radius = wanted;
        const auto given = static_cast<std::size_t>(wanted);
        const std::size_t r = given < bits ? given : bits;
        for (std::size_t i = 0; i < n_digits; ++i) {
          complement[i] = (r >> i & 1) != 0 ? Word{0} : ~Word{0};
        }
      }
      return complement;
    }
  };

  template <std::size_t n_digits>
  [[gnu::noinline]] static void tell(const Word* set, const Word (*digit)[L::words],
                                     const Tile& tile, std::size_t c, OnFound found, void* search,
                                     std::size_t query) {
    for (std::size_t w = 0; w < L::words; ++w) {
      const std::size_t first = c / columns * Tile::block_codes + c % columns * L::words + w;
      for (Word left = set[w]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(left));
        const std::size_t position = first + Tile::block_words * bit;
        if (position >= tile.n) break;
        std::size_t distance = 0;
        for (std::size_t i = 0; i < n_digits; ++i) distance |= (digit[i][w] >> bit & 1) << i;
        found(search, query, position, distance);
      }
    }
  }

  template <std::size_t... n>
  static void count_of(std::index_sequence<n...>, const Word* query, const Tile& tile,
                       const Word* relevant_set, std::uint32_t* all, std::uint32_t* relevant) {
    using Count = void (*)(const Word*, const Tile&, const Word*, std::uint32_t*, std::uint32_t*);
    static constexpr Count counts[] = {count_triples<n>...};
    const std::size_t triples = tile.n_triples();
    counts[triples < sizeof...(n) ? triples : 0](query, tile, relevant_set, all, relevant);
  }
  template <std::size_t... n>
  static void within_of(std::index_sequence<n...>, NearQuery* queries, std::size_t n_queries,
                        const Tile& tile, OnFound found, void* search) {
    using Within = void (*)(NearQuery*, std::size_t, const Tile&, OnFound, void*);
    static constexpr Within withins[] = {within_triples<n>...};
    const std::size_t triples = tile.n_triples();
    withins[triples < sizeof...(n) ? triples : 0](queries, n_queries, tile, found, search);
  }
  using Sizes = std::make_index_sequence<Distance::most_triples + 1>;

  static void count(const Word* query, const Tile& tile, const Word* relevant_set,
                    std::uint32_t* all, std::uint32_t* relevant) {
    count_of(Sizes(), query, tile, relevant_set, all, relevant);
  }
  static void within(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
                     void* search) {
    within_of(Sizes(), queries, n_queries, tile, found, search);
  }
};

}  // namespace hashlab
