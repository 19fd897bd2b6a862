#pragma once

#include <cstddef>
#include <cstring>

// The loops of RealKernel for registers of any width. Only the files real_kernel_*.cpp include this
// header; the unnamed namespace gives each of them its own copy of the loops, compiled for its own
// instruction set.
namespace hashlab {
namespace {

struct SquaredDifference {
  template <typename V>
  static V term(const V& x, double q) {
    const V difference = x - q;
    return difference * difference;
  }
};

struct Product {
  template <typename V>
  static V term(const V& x, double q) {
    return x * q;
  }
};

/// Adds Term::term(x, q) over the features for each pair of a query and a sample. `Lanes::V` is a
/// vector of doubles. `registers` such vectors hold one feature of all samples, and each of them is
/// loaded once and used for `queries` queries. At the end each sum is copied to a variable of its
/// own and then to `out`. The address of the array `sums` is therefore never taken, and the sums
/// can stay in registers during the loop.
template <typename Term, typename Lanes, std::size_t registers, std::size_t queries>
void sum_over_features(const double* query, const double* sample, std::size_t d, double* out) {
  using V = typename Lanes::V;
  constexpr std::size_t lanes = sizeof(V) / sizeof(double);
  V sums[queries][registers] = {};
  for (std::size_t k = 0; k < d; ++k) {
    for (std::size_t r = 0; r < registers; ++r) {
      V x;
      std::memcpy(&x, sample + (k * registers + r) * lanes, sizeof(V));
      for (std::size_t j = 0; j < queries; ++j) sums[j][r] += Term::term(x, query[k * queries + j]);
    }
  }
  for (std::size_t j = 0; j < queries; ++j) {
    for (std::size_t r = 0; r < registers; ++r) {
      const V sum = sums[j][r];
      std::memcpy(out + (j * registers + r) * lanes, &sum, sizeof(V));
    }
  }
}

}  // namespace
}  // namespace hashlab
