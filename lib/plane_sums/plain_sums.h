#pragma once

#include "lib/plane_sums/sum_kernel.h"

#include <cstddef>
#include <cstdint>

// The functions of SumKernel as plain loops over the codes, one by one. They are the reference
// against which every other implementation is tested.
//
// `File` is a type in the unnamed namespace of the including file, so each file gets its own copies
// of these functions, compiled with its own flags.

namespace hashlab {

template <class File>
struct PlainSums {
  static std::uint32_t sum(const Weighing& weighing, const std::uint64_t* code) {
    std::uint32_t sum = 0;
    for (std::size_t p = 0; p < weighing.positions; ++p) {
      int ones = 0;
      for (std::size_t w = 0; w < weighing.words; ++w) {
        ones += __builtin_popcountll(code[w] & weighing.plus[p * weighing.words + w]);
        ones += __builtin_popcountll(~code[w] & weighing.minus[p * weighing.words + w]);
      }
      sum += static_cast<std::uint32_t>(ones) << p;
    }
    return sum;
  }

  static void sums(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    for (std::size_t i = 0; i < tile.n; ++i) {
      out[WeighedTile::slot(i)] = sum(weighing, tile.codes + i * tile.words);
    }
  }

  static void count(const Weighing& weighing, const WeighedTile& tile, std::uint32_t* out) {
    for (std::size_t i = 0; i < tile.n; ++i) ++out[sum(weighing, tile.codes + i * tile.words)];
  }

  static void at_least(const Weighing* weighings, std::size_t n_weighings, const WeighedTile& tile,
                       const std::uint32_t* least, OnSum found, void* search) {
    for (std::size_t q = 0; q < n_weighings; ++q) {
      for (std::size_t i = 0; i < tile.n; ++i) {
        const std::uint32_t wanted = least[q * tile.n_blocks + i / Tile::block_codes];
        if (wanted > weighings[q].most) continue;
        const std::uint32_t u = sum(weighings[q], tile.codes + i * tile.words);
        if (u >= wanted) found(search, q, i, u);
      }
    }
  }
};

}  // namespace hashlab
