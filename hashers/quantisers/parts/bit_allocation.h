#pragma once

#include <armadillo>
#include <cstddef>
#include <functional>
#include <vector>

namespace hashlab::hashers {

// Allocation of K bits to hash dimensions (variable bit quantisation: Moran, Lavrenko & Osborne,
// ACL 2013; S. Moran's thesis, chapter 5). F(b, k) is the worth of dimension k with b bits, b = 0
// .. Bmax: one row per number of bits, one column per dimension.

/// The allocation z that maximises sum_k F(z_k, k) subject to sum_k z_k <= K: a multiple-choice
/// knapsack, solved exactly by dynamic programming. Ties: fewest bits on the last dimension, then
/// on the one before it, and so on.
/// Errors:  invalid_argument if F is empty or not finite.
/// Cost:    O(dimensions K (Bmax + 1)).
std::vector<std::size_t> allocate_bits(const arma::mat& F, std::size_t K);

/// The greedy allocation of S. Moran's thesis (algorithm 8). It begins with one bit per dimension,
/// so K is the number of dimensions. While the greatest gain of one more bit on a dimension exceeds
/// the least loss of one bit fewer on another dimension, a bit moves from the latter to the former.
/// Dimensions with 0 or Bmax bits no longer change. Ties: the first dimension.
/// Errors:  invalid_argument if F has fewer than two rows, is empty or not finite.
std::vector<std::size_t> allocate_bits_greedily(const arma::mat& F);
/// The greedy allocation for a function F(b, k) that is evaluated on demand: with b > 2 only for
/// dimensions that have been given two bits. Requires finite values, dimensions >= 1 and Bmax >= 1.
std::vector<std::size_t> allocate_bits_greedily(
    std::size_t dimensions, std::size_t Bmax,
    const std::function<double(std::size_t b, std::size_t k)>& F);

}  // namespace hashlab::hashers
