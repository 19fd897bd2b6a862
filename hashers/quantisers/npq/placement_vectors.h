#pragma once

#include "hashers/quantisers/npq/placement_loops.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

// PlacementLoops for registers of any width. Only the files placement_*.cpp include it, each
// compiled for its own instruction set. The unnamed namespace gives each file its own copy, and no
// inline function is called that other files share.
namespace hashlab::hashers::npq {
namespace {

template <typename Lanes>
struct PlacementVectors {
  using V = typename Lanes::V;
  static constexpr std::size_t lanes = sizeof(V) / sizeof(double);
  static constexpr std::size_t block = 8;

  static V load(const double* from) {
    V x;
    std::memcpy(&x, from, sizeof(V));
    return x;
  }
  static void store(double* to, const V& x) { std::memcpy(to, &x, sizeof(V)); }

  static V larger(const V& x, const V& y) { return x > y ? x : y; }

  static double greatest(const V& x) {
    double result = x[0];
    for (std::size_t k = 1; k < lanes; ++k) result = x[k] > result ? x[k] : result;
    return result;
  }

  // best[r] for r = 0 .. rows - 1. If `growing`, the worth of the regions is updated in the same
  // loop: the division takes as long as everything else and runs in parallel with it.
  template <bool growing, bool spread, int rows>
  static void extend_rows(const Extension& extension, const double* const* rows_of_f,
                          double* best) {
    const Extension e = extension;  // local, so that the compiler knows that no store changes it
    const double* f[rows + 1];
    for (int r = 0; r < rows; ++r) f[r] = rows_of_f[r];
    V greatest_sum[rows + 1];
    for (V& x : greatest_sum) x = V{} - std::numeric_limits<double>::infinity();
    V first_places = {};
    for (std::size_t k = 0; k < lanes; ++k) first_places[k] = static_cast<double>(k);
    const double* worth = spread ? e.worth : e.shared;
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t passed = 0;  // neighbours below the current entries
    std::size_t next = e.count > 0 ? e.neighbours[0] : none;
    V all_gain = V{} + e.gain * static_cast<double>(e.count);  // for blocks without a neighbour
    const std::size_t end = (e.starts + block - 1) / block * block;
    for (std::size_t a = 0; a < end; a += lanes) {
      V value;
      if constexpr (growing) {
        V gained = all_gain;
        if (next < a + lanes) {
          V left = V{} + static_cast<double>(e.count - passed);
          const V place = first_places + static_cast<double>(a);
          while (next < a + lanes) {
            left -= place > static_cast<double>(next) ? V{} + 1.0 : V{};
            next = ++passed < e.count ? e.neighbours[passed] : none;
          }
          gained = e.gain * left;
          all_gain = V{} + e.gain * static_cast<double>(e.count - passed);
        }
        value = load(e.shared + a) + e.step * load(e.cost_of + a) + gained;
        store(e.shared + a, value);
        if constexpr (spread) {
          const V s = e.sum - load(e.sums + a);
          // Regions have points; the padding behind the starts has none.
          const V points = larger(e.points - load(e.before + a), V{} + 1.0);
          value += e.spread_gain * (s * s) / points;
          store(e.worth + a, value);
        }
      } else {
        value = load(worth + a);
      }
      for (int r = 0; r < rows; ++r) {
        greatest_sum[r] = larger(greatest_sum[r], load(f[r] + a) + value);
      }
    }
    for (int r = 0; r < rows; ++r) best[r] = greatest(greatest_sum[r]);
  }

  template <bool growing, bool spread>
  static void extend_up_to_four(const Extension& e, const double* const* f, double* best,
                                std::size_t rows) {
    switch (rows) {
      case 0:
        return extend_rows<growing, spread, 0>(e, f, best);
      case 1:
        return extend_rows<growing, spread, 1>(e, f, best);
      case 2:
        return extend_rows<growing, spread, 2>(e, f, best);
      case 3:
        return extend_rows<growing, spread, 3>(e, f, best);
      default:
        return extend_rows<growing, spread, 4>(e, f, best);
    }
  }

  template <bool spread>
  static void extend_with(const Extension& e) {
    extend_up_to_four<true, spread>(e, e.f, e.best, e.rows);
    for (std::size_t r = 4; r < e.rows; r += 4) {
      extend_up_to_four<false, spread>(e, e.f + r, e.best + r, e.rows - r);
    }
  }

  static void extend(const Extension& e) {
    e.spread_gain != 0.0 ? extend_with<true>(e) : extend_with<false>(e);
  }
};

}  // namespace
}  // namespace hashlab::hashers::npq
