#pragma once

#include <armadillo>

#include <cstddef>
#include <functional>

namespace hashlab::hashers {

/// The similarity S~_ij = 2 exp(-|x_i - x_j|^2 / rho) - 1 as an inner product of vectors of d + 2
/// numbers, P.col(i) . Q.col(j), so that no n x n matrix is needed. exp is replaced by the line
/// through its values at -1 and 1, which is at most 0.56 above exp between them. With rho >= 2 max
/// |x|^2 every exponent 2 x_i . x_j / rho lies in that range.
/// Source:  Jiang & Li, "Scalable Graph Hashing with Feature Transformation", IJCAI 2015.
struct SimilarityFactors {
  arma::mat P, Q;  ///< (d + 2) x n
};
SimilarityFactors similarity_factors(const arma::fmat& X, double rho);

/// Directions W (m x bits) for which sgn(K w_1), ..., sgn(K w_bits) approximate bits * P^T Q by the
/// sum of their outer products. Directions are computed one by one, each as the best for a residual
/// R_t: in a first pass what the previous directions leave of bits * P^T Q, in a second pass what
/// all others leave. w_t is the first generalised eigenvector of K^T R_t K and Z = K^T K + ridge
/// (trace(K^T K) / m) I; sgn(0) is -1.
/// Shapes:  K is n x m with columns of mean zero; P, Q have n columns; `order` is the permutation
///          of 0 .. bits - 1 for the second pass. `after_each` is called after each of the 2 * bits
///          directions.
/// Errors:  numerical if a decomposition fails or a number is not finite.
/// Cost:    O(n m (d + m) + bits (m^3 + n m)); memory O(n (m + d)).
/// Source:  Jiang & Li, IJCAI 2015, algorithm 1.
arma::mat sequential_directions(const arma::mat& K, const SimilarityFactors& S, std::size_t bits,
                                double ridge, const arma::uvec& order,
                                const std::function<void()>& after_each = {});

}  // namespace hashlab::hashers
