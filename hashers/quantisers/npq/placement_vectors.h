#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

// PlacementLoops for registers of any width. Included by the files placement_*.cpp only, each
// compiled for its own instruction set: the unnamed namespace gives each its own copy, and nothing
// inline is called that another file shares.
namespace hashlab::npq {
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

  static void join(double* shared, const double* cost_of, double step,
                   const std::uint32_t* neighbours, std::size_t count, double gain, std::size_t n) {
    V place = {};
    for (std::size_t k = 0; k < lanes; ++k) place[k] = static_cast<double>(k);
    std::size_t passed = 0;  // neighbours below the entries at hand
    for (std::size_t a = 0; a < n; a += lanes, place += static_cast<double>(lanes)) {
      V left = V{} + static_cast<double>(count - passed);
      for (; passed < count && neighbours[passed] < a + lanes; ++passed) {
        left -= place > static_cast<double>(neighbours[passed]) ? V{} + 1.0 : V{};
      }
      store(shared + a, load(shared + a) + step * load(cost_of + a) + gain * left);
    }
  }

  static void add_spread(double* out, const double* shared, const double* sums,
                         const double* before, double gain, double sum, double points,
                         std::size_t n) {
    std::size_t a = 0;
    for (; a + lanes <= n; a += lanes) {
      const V s = sum - load(sums + a);
      store(out + a, load(shared + a) + gain * (s * s) / (points - load(before + a)));
    }
    for (; a < n; ++a) {
      const double s = sum - sums[a];
      out[a] = shared[a] + gain * (s * s) / (points - before[a]);
    }
  }

  static V larger(const V& x, const V& y) { return x > y ? x : y; }

  static double max_of_sums(const double* x, const double* y, std::size_t n) {
    constexpr std::size_t chains = 4;  // as many as hide how long a comparison takes
    V best[chains];
    for (V& b : best) b = V{} - std::numeric_limits<double>::infinity();
    const std::size_t end = (n + block - 1) / block * block;
    std::size_t a = 0;
    for (; a + chains * lanes <= end; a += chains * lanes) {
      for (std::size_t c = 0; c < chains; ++c) {
        best[c] = larger(best[c], load(x + a + c * lanes) + load(y + a + c * lanes));
      }
    }
    for (; a < end; a += lanes) best[0] = larger(best[0], load(x + a) + load(y + a));
    double greatest = -std::numeric_limits<double>::infinity();
    for (const V& b : best) {
      for (std::size_t k = 0; k < lanes; ++k) greatest = b[k] > greatest ? b[k] : greatest;
    }
    return greatest;
  }
};

}  // namespace
}  // namespace hashlab::npq
