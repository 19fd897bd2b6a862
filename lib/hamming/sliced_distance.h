#pragma once

#include "lib/hamming/kernel.h"

#include <cstddef>
#include <cstdint>
#include <utility>

// Hamming distances of many codes at once on bit-sliced (transposed) codes, with bitwise operations
// only. One vector holds one bit of L::words x 64 codes. A full adder turns three such vectors of
// equal weight into two: the low digit of their sum, and the high digit (the carry) of twice the
// weight. A tree of full adders (a carry-save adder) ends in the binary digits of the distances,
// one vector per digit. The first layer of the tree would compare three bits of the codes with
// three bits of the query and count the differences. Three bits of a query have only eight values,
// so the two digits of this count are looked up in the tables of the tile instead (see Tile). A
// full adder takes two instructions with AVX-512, three with NEON and five with AVX2.
//
// `L`, a vector type with its operations, is defined in the unnamed namespace of the including
// file, so each file gets its own copies of these functions, compiled with its own flags.

namespace hashlab {

/// The number of binary digits of a distance of at most max_sliced_bits.
inline constexpr std::size_t max_digits = 11;

template <class L>
struct SlicedDistance {
  using V = typename L::Vector;
  using Word = std::uint64_t;

  /// For a query's bits at three planes: the positions of the two tables of a block that hold the
  /// low and the high digit, counted in words from the first table of the block. They are below
  /// 54,640.
  struct Place {
    std::uint16_t low, high;
  };

  static constexpr std::size_t most_places = Tile::triples_of(max_sliced_bits);

  /// Writes the places for a query's bits, one for each triple of planes.
  static void find_places(const Word* query, const Tile& tile, Place* places) {
    const auto plane = [](std::size_t triple, Word table) {
      return static_cast<std::uint16_t>(Tile::block_words *
                                        (triple * Tile::tables_of_triple + table));
    };
    for (std::size_t t = 0; t < tile.n_triples(); ++t) {
      const std::size_t w = 3 * t / 64, shift = 3 * t % 64;
      Word bits = query[w] >> shift;
      if (shift > 61 && w + 1 < tile.words) bits |= query[w + 1] << (64 - shift);
      const Word three = bits & 7, odd = (three ^ three >> 1 ^ three >> 2) & 1;
      places[t] = {plane(t, odd), plane(t, Tile::low_tables + three)};
    }
  }

  struct Sum {
    V digit, carry;
  };
  static Sum add(V a, V b, V c) { return {L::sum(a, b, c), L::majority(a, b, c)}; }
  static Sum add(V a, V b) { return {L::exclusive_or(a, b), L::both(a, b)}; }

  /// The largest number of triples of bit planes (see Tile) that are added up in registers: 22
  /// triples, or 66 planes.
  static constexpr std::size_t most_triples = 22;
  /// The number of binary digits of a sum of most_triples triples of planes.
  static constexpr std::size_t digits_of_part = 7;

  /// A function that computes the distances of one column of codes (L::words words of each plane of
  /// a block) from a query, for more than most_triples triples of planes. It writes their
  /// max_digits binary digits, least significant first. `tables` points to the tables of the
  /// column's block, at the column's first word, and `place` to the places of the query.
  using Digits = void (*)(const Word* tables, const Place* place, std::size_t n_triples, V* digits);

  /// Does the same as a Digits function for n <= most_triples triples of planes, and writes
  /// digits_of_part digits. It is inlined into the loop that uses the digits.
  template <std::size_t n>
  [[gnu::always_inline]] static void digits_of(const Word* tables, const Place* place, V* digits) {
    // Makes the compiler reload the places for each column instead of keeping all addresses.
    asm volatile("" : "+r"(place));
    Waiting waiting;
    add_triples(std::make_index_sequence<n>(), tables, place, waiting);
    finish<n, 0, false>(waiting, L::zero(), digits);
  }

  /// The function that computes the digits for n_triples > most_triples triples.
  static Digits digits_of_many(std::size_t n_triples) {
    return many(std::make_index_sequence<most_triples - least_triples + 1>(), n_triples);
  }

 private:
  // Longer codes are added up in parts of n or n + 1 triples, where n depends on the length and is
  // at least least_triples.
  static constexpr std::size_t least_triples = (most_triples + 1) / 2;

  static std::size_t parts_of(std::size_t n_triples) {
    return (n_triples + most_triples - 1) / most_triples;
  }

  template <std::size_t... i>
  static Digits many(std::index_sequence<i...>, std::size_t n_triples) {
    static constexpr Digits few[] = {add_parts<least_triples + i, 9>...};
    static constexpr Digits all[] = {add_parts<least_triples + i, max_digits>...};
    const std::size_t n = n_triples / parts_of(n_triples);
    return (3 * n_triples < 512 ? few : all)[n - least_triples];
  }

  template <std::size_t n, std::size_t n_digits>
  static void add_parts(const Word* tables, const Place* place, std::size_t n_triples, V* digits) {
    const std::size_t parts = parts_of(n_triples);
    V sum[n_digits];
    digits_of<n>(tables, place, sum);
    for (std::size_t i = digits_of_part; i < n_digits; ++i) sum[i] = L::zero();
    place += n;
    // The triples that are left over are given to the parts after the first, one each.
    std::size_t larger = n_triples - n * parts;
    for (std::size_t p = 1; p < parts; ++p) {
      V more[digits_of_part];
      if constexpr (n < most_triples) {
        if (larger > 0) {
          digits_of<n + 1>(tables, place, more);
          --larger;
          ++place;
        } else {
          digits_of<n>(tables, place, more);
        }
      } else {
        digits_of<n>(tables, place, more);
      }
      place += n;
      Sum s = add(sum[0], more[0]);
      sum[0] = s.digit;
      for (std::size_t i = 1; i < n_digits; ++i) {
        s = i < digits_of_part ? add(sum[i], more[i], s.carry) : add(sum[i], s.carry);
        sum[i] = s.digit;
      }
    }
    for (std::size_t i = 0; i < n_digits; ++i) digits[i] = sum[i];
    for (std::size_t i = n_digits; i < max_digits; ++i) digits[i] = L::zero();
  }

  // At each weight 2^w, up to two vectors wait until a third one arrives. The three vectors are
  // added; their sum waits at this weight, and their carry goes on to weight 2^(w + 1). Which
  // vectors are added is determined at compile time.
  using Waiting = V[digits_of_part + 1][2];

  /// The number of carries that the arrival of k vectors at one weight produces.
  static constexpr std::size_t carries(std::size_t k) { return k == 0 ? 0 : (k - 1) / 2; }

  /// Adds v, which is the k-th vector (from 0) that arrives at weight 2^w, w >= 1.
  template <std::size_t w, std::size_t k>
  [[gnu::always_inline]] static void arrive(Waiting& waiting, V v) {
    if constexpr (k % 2 == 1 || k == 0) {
      waiting[w][k % 2] = v;
    } else {
      const Sum s = add(waiting[w][0], waiting[w][1], v);
      waiting[w][0] = s.digit;
      arrive<w + 1, carries(k)>(waiting, s.carry);
    }
  }

  /// Adds the two digits of triple t: the low one at weight 1, the high one at weight 2.
  template <std::size_t t>
  [[gnu::always_inline]] static void add_triple(const Word* tables, const Place* place,
                                                Waiting& waiting) {
    const V low = L::load(tables + place[t].low), high = L::load(tables + place[t].high);
    if constexpr (t % 2 == 1 || t == 0) {
      waiting[0][t % 2] = low;
    } else {
      const Sum s = add(waiting[0][0], waiting[0][1], low);
      waiting[0][0] = s.digit;
      arrive<1, t + carries(t)>(waiting, s.carry);
    }
    arrive<1, t + carries(t + 1)>(waiting, high);
  }

  template <std::size_t... t>
  [[gnu::always_inline]] static void add_triples(std::index_sequence<t...>, const Word* tables,
                                                 const Place* place, Waiting& waiting) {
    (add_triple<t>(tables, place, waiting), ...);
  }

  /// The number of vectors that arrive at weight 2^w from n triples.
  static constexpr std::size_t arrivals(std::size_t n, std::size_t w) {
    std::size_t k = n;
    for (std::size_t i = 0; i < w; ++i) k = (i == 0 ? n : 0) + carries(k);
    return k;
  }

  /// Adds the vectors that still wait, from weight 2^w on, and a carry if there is one. Writes the
  /// digits of the sum from digit w on.
  template <std::size_t n, std::size_t w, bool carried>
  [[gnu::always_inline]] static void finish(const Waiting& waiting, V carry, V* digits) {
    if constexpr (w < digits_of_part) {
      constexpr std::size_t k = arrivals(n, w);
      constexpr std::size_t vectors = (k == 0 ? 0 : 2 - k % 2) + (carried ? 1 : 0);
      if constexpr (vectors <= 1) {
        digits[w] = carried ? carry : vectors == 1 ? waiting[w][0] : L::zero();
        finish<n, w + 1, false>(waiting, carry, digits);
      } else {
        Sum s;
        if constexpr (vectors == 3) {
          s = add(waiting[w][0], waiting[w][1], carry);
        } else {
          s = add(waiting[w][0], carried ? carry : waiting[w][1]);
        }
        digits[w] = s.digit;
        finish<n, w + 1, true>(waiting, s.carry, digits);
      }
    }
  }
};

}  // namespace hashlab
