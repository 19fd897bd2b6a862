#pragma once

#include "lib/relevance/relevance.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab::hashers {

using Block = std::vector<std::uint32_t>;

/// All points of S in blocks of at most `largest` points that are all neighbours of each other:
/// every point in one block, drawn greedily in random order. By class a block is a class, or a part
/// of one.
/// Cost:    O(n + sum over blocks of its size times its points' neighbours).
std::vector<Block> neighbour_blocks(const NeighbourGraph& S, std::size_t largest, Rng rng);

/// The z of -1 and 1 that minimises sum_i u_i z_i - sum_{i < j} V_ij z_i z_j, exactly, as a minimum
/// cut. V is symmetric without negative numbers (so the problem is submodular); its diagonal is not
/// read.
/// Cost:    a maximum flow in the complete graph of u.n_elem + 2 nodes; 50 bytes an edge.
/// Source:  Kolmogorov & Zabih, "What Energy Functions Can Be Minimized via Graph Cuts?", PAMI
///          2004; the flow by Boykov & Kolmogorov, PAMI 2004.
arma::ivec minimise_submodular(const arma::ivec& u, const arma::imat& V);

/// The values z of one bit for n points that lower KSH's loss
///   sum_{i < j} (K y_ij - Z_i.Z_j - z_i z_j)^2,
/// Z_i being the bits that point i has already, K those it will have, y_ij = 1 for neighbours and
/// -1 for others. As z_i z_j is 1 or -1 that is the same as to lower
///   E(z) = -sum_{i < j} R_ij z_i z_j
/// with the residue R_ij = K y_ij - Z_i.Z_j. R is never stored. Whole numbers, so E is exact.
/// Source:  Lin et al., "Fast Supervised Hashing with Decision Trees for High-Dimensional Data",
///          CVPR 2014, sections 2.1 and 2.2.
class BitInference {
 public:
  /// Z is r x n of -1 and 1, r <= K; z is where to begin. S must outlive this.
  BitInference(const NeighbourGraph& S, arma::imat Z, std::size_t K, arma::ivec z);

  const arma::ivec& z() const { return z_; }
  /// E(z). Cost: O(neighbour pairs + n r).
  std::int64_t objective() const;
  /// Gives the points of `block`, all neighbours of each other, their best values while all others
  /// stay. Within it R is K - Z_i.Z_j >= 0, hence a minimum cut. Returns whether E fell; else
  /// nothing changes.
  bool update(const Block& block);

 private:
  /// sum_{j != i} R_ij z_j: what pulls point i towards 1.
  std::int64_t pull(std::uint32_t i) const;
  /// Z_i; not as a column of Z_, which a matrix without rows does not have.
  const arma::sword* bits_of(std::uint32_t i) const { return Z_.memptr() + i * Z_.n_rows; }
  /// Z_i . other
  std::int64_t dot_of(std::uint32_t i, const arma::sword* other) const;

  const NeighbourGraph& S_;
  arma::imat Z_;
  std::int64_t K_;
  arma::ivec z_;
  arma::ivec c_;  // Z z: with it a row of R times z costs r and the neighbours, not n
  std::int64_t sum_;
};

}  // namespace hashlab::hashers
