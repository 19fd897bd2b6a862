#pragma once

#include "lib/hamming/kernel.h"

#include <cstddef>
#include <cstdint>

// The functions of Kernel as plain loops over the codes, one by one. They are the reference against
// which every other implementation is tested.
//
// `File` is a type in the unnamed namespace of the including file, so each file gets its own copies
// of these functions, compiled with its own flags.

namespace hashlab {

template <class File>
struct PlainLoops {
  static std::uint16_t distance(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
    int sum = 0;
    for (std::size_t w = 0; w < words; ++w) sum += __builtin_popcountll(a[w] ^ b[w]);
    return static_cast<std::uint16_t>(sum);
  }

  static void scan(const std::uint64_t* query, const std::uint64_t* base, std::size_t n,
                   std::size_t words, std::uint16_t* out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = distance(query, base + i * words, words);
  }

  static bool in_set(const std::uint64_t* set, std::size_t i) {
    const std::size_t word = i / Tile::block_codes * Tile::block_words + i % Tile::block_words;
    return (set[word] >> i % Tile::block_codes / Tile::block_words & 1) != 0;
  }

  static void count(const std::uint64_t* query, const Tile& tile, const std::uint64_t* relevant_set,
                    std::uint32_t* all, std::uint32_t* relevant) {
    for (std::size_t i = 0; i < tile.n; ++i) {
      const std::uint16_t d = distance(query, tile.codes + i * tile.words, tile.words);
      ++all[d];
      if (relevant_set != nullptr && in_set(relevant_set, i)) ++relevant[d];
    }
  }

  static void within(NearQuery* queries, std::size_t n_queries, const Tile& tile, OnFound found,
                     void* search) {
    for (std::size_t q = 0; q < n_queries; ++q) {
      for (std::size_t i = 0; i < tile.n; ++i) {
        const int d = distance(queries[q].query, tile.codes + i * tile.words, tile.words);
        if (d <= queries[q].radius) found(search, q, i, static_cast<std::size_t>(d));
      }
    }
  }
};

}  // namespace hashlab
