#pragma once

#include <armadillo>

#include <cstddef>
#include <functional>

namespace hashlab::hashers {

/// Vectors of d + 2 numbers whose inner products P.col(i) . Q.col(j) approximate the similarities
/// 2 exp(-|x_i - x_j|^2 / rho) - 1, so that no n x n matrix is needed. The similarity contains the
/// factor exp(t), t = 2 x_i . x_j / rho. It is replaced by the line that equals exp(t) at t = -1
/// and t = 1 and lies at most 0.56 above it in between. If rho >= 2 max |x|^2, every t lies in
/// that range.
/// Source:  Jiang & Li, "Scalable Graph Hashing with Feature Transformation", IJCAI 2015.
struct SimilarityFactors {
  arma::mat P, Q;  ///< (d + 2) x n
};
SimilarityFactors similarity_factors(const arma::fmat& X, double rho);

/// Directions W (m x bits) for which the sum over t of the outer products y_t y_t^T, where
/// y_t = sgn(K w_t) and sgn(0) is -1, approximates bits * P^T Q. They are computed one by one in
/// two passes. w_t is the generalised eigenvector of K^T R_t K and Z with the largest eigenvalue,
/// where Z = K^T K + ridge (trace(K^T K) / m) I. In the first pass, the residual R_t is bits *
/// P^T Q minus the outer products of the directions computed so far. In the second pass, those of
/// all other directions are subtracted.
/// Shapes:  K is n x m with columns of mean zero; P and Q of S have n columns; `order` is the
///          permutation of 0 .. bits - 1 for the second pass. `after_each` is called after each of
///          the 2 * bits directions.
/// Errors:  numerical if a decomposition fails or a number is not finite.
/// Cost:    O(n m (d + m) + bits (m^3 + n m)); memory O(n (m + d)).
/// Source:  Jiang & Li, IJCAI 2015, algorithm 1.
arma::mat sequential_directions(const arma::mat& K, const SimilarityFactors& S, std::size_t bits,
                                double ridge, const arma::uvec& order,
                                const std::function<void()>& after_each = {});

}  // namespace hashlab::hashers
