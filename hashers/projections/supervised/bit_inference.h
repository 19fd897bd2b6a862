#pragma once

#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers {

using Block = std::vector<std::uint32_t>;

/// Divides the points of S into blocks of at most `largest` points that are all neighbours of each
/// other. Every point is in one block; blocks are formed greedily in random order. With label-based
/// ground truth a block is a class or a part of one.
/// Cost:    O(n + sum over blocks of block size times the number of neighbours of its points).
std::vector<Block> neighbour_blocks(const NeighbourGraph& S, std::size_t largest, Rng rng);

/// The z of -1 and 1 that minimises sum_i u_i z_i - sum_{i < j} V_ij z_i z_j. It is found exactly,
/// as a minimum cut. V must be symmetric without negative numbers, which makes the problem
/// submodular; its diagonal is not read.
/// Cost:    a maximum flow in the complete graph of u.n_elem + 2 nodes; memory of about 56 bytes
///          per directed edge.
/// Source:  Kolmogorov & Zabih, "What Energy Functions Can Be Minimized via Graph Cuts?", PAMI
///          2004; the flow by Boykov & Kolmogorov, PAMI 2004.
arma::ivec minimise_submodular(const arma::ivec& u, const arma::imat& V);

/// The values z of one bit for n points that lower KSH's loss
///   sum_{i < j} (K y_ij - Z_i.Z_j - z_i z_j)^2,
/// where Z_i are the existing bits of point i, K is their final number, and y_ij = 1 for neighbours
/// and -1 for others. As z_i z_j is 1 or -1, lowering this loss is equivalent to lowering
///   E(z) = -sum_{i < j} R_ij z_i z_j
/// with the residue R_ij = K y_ij - Z_i.Z_j. R is never stored. All numbers are whole, so E is
/// exact.
/// Source:  Lin et al., "Fast Supervised Hashing with Decision Trees for High-Dimensional Data",
///          CVPR 2014, sections 2.1 and 2.2.
class BitInference {
 public:
  /// Z is r x n of -1 and 1, r <= K; z is the initial value. S must outlive this object.
  BitInference(const NeighbourGraph& S, arma::imat Z, std::size_t K, arma::ivec z);

  const arma::ivec& z() const { return z_; }
  /// E(z). Cost: O(neighbour pairs + n r).
  std::int64_t objective() const;
  /// Sets the points of `block`, which are all neighbours of each other, to the values that
  /// together minimise E while all other points are fixed. Within the block
  /// R_ij = K - Z_i.Z_j >= 0, so a minimum cut finds these values (minimise_submodular()). Returns
  /// true if E fell; otherwise nothing changes.
  bool update(const Block& block);

 private:
  /// sum_{j != i} R_ij z_j: if positive, 1 is the better value of point i.
  std::int64_t pull(std::uint32_t i) const;
  /// Z_i, as a pointer, because a column of a matrix without rows cannot be referred to.
  const arma::sword* bits_of(std::uint32_t i) const { return Z_.memptr() + i * Z_.n_rows; }
  /// Z_i . other
  std::int64_t dot_of(std::uint32_t i, const arma::sword* other) const;

  const NeighbourGraph& S_;
  arma::imat Z_;
  std::int64_t K_;
  arma::ivec z_;
  arma::ivec c_;  // Z z: makes the product of a row of R and z cost O(r + neighbours), not O(n)
  std::int64_t sum_;
};

}  // namespace hashlab::hashers
