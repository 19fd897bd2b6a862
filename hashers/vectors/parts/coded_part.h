#pragma once

#include "hashers/hasher.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <vector>

namespace hashlab::hashers {

/// The coordinates of vectors that are coded: linear functions of the hash dimensions. The energy
/// (squared length) of the rest is not coded, but it belongs to the squared length by which a
/// distance is estimated. Near vectors share some of it, so only a part of it, the fold, counts:
/// with coordinates r' of the vector r and s' of the query s,
///
///   |r - s|^2 ~ N + M - 2 <r', s'>,  N = |r'|^2 + fold (|r|^2 - |r'|^2),
///                                    M = |s'|^2 + fold (|s|^2 - |s'|^2).
///
/// Source:  our own.
struct CodedPart {
  arma::mat W;  ///< coordinates x dimensions, orthonormal rows; empty: the first dimensions
  std::size_t dimensions = 0;
  std::size_t coordinates = 0;
  double fold = 1;  ///< 0 .. 1

  /// The coordinates of the rows of Y (n x dimensions), one list for each row. Every sum is in
  /// double precision over the dimensions in order, so a row has the same coordinates in any Y.
  std::vector<std::vector<double>> of(const arma::fmat& Y) const;
  /// N of each row, given its coordinates.
  std::vector<double> squared_lengths(const arma::fmat& Y,
                                      const std::vector<std::vector<double>>& coordinates) const;

  /// The state: "W", absent if it is empty, and "fold".
  void put_state(ProjectorState& state) const;
  /// Errors:  corrupt_file if the arrays do not fit.
  static CodedPart from_state(const ProjectorState& state, std::size_t dimensions,
                              std::size_t coordinates);
};

/// The first `coordinates` of `dimensions` hash dimensions, as they are.
CodedPart first_dimensions(std::size_t dimensions, std::size_t coordinates);
/// The same, rotated at random among themselves.
CodedPart rotated_dimensions(std::size_t dimensions, std::size_t coordinates, const Rng& rng);

/// The share of the energy outside of the coded part that near vectors do not have in common:
/// 1 - (mean inner product, outside of the part, of a sample and its 10 nearest others) / (mean
/// energy outside of the part), within 0 .. 1; over at most 300 drawn samples. It is 1 if nothing
/// is outside, or there are fewer than two samples.
/// Shapes:  Y is n x dimensions.
/// Cost:    O(300 n dimensions).
double learned_fold(const CodedPart& part, const arma::fmat& Y, const Rng& rng);

/// A uniformly random orthogonal k x k matrix (Haar): the orthogonal factor of a Gaussian matrix,
/// whose columns get the signs of the diagonal of the triangular factor.
/// Source:  Mezzadri, "How to generate random matrices from the classical compact groups", Notices
///          of the AMS 54, 2007.
/// Errors:  numerical if the decomposition fails.
arma::mat haar_matrix(std::size_t k, Rng rng);

}  // namespace hashlab::hashers
