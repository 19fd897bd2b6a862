#pragma once

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// The steps of latent semantic sparse hashing of n samples. Images X (p x n) have sparse codes S
// over atoms D, texts T (d x n) have a latent factor V of K dimensions, and R maps S to V:
//   ||X - D S||_F^2 + sparsity of S + lambda ||V - R S||_F^2 + mu ||T - A V||_F^2,
// where the columns of D, R and A lie in the unit ball. Each step below minimises this objective
// over its own variable.
//
// Source:  Zhou, Ding & Guo, "Latent Semantic Sparse Hashing for Cross-Modal Similarity Search",
//          SIGIR 2014, sections 3.2 and 3.3.

/// For each column x of X (p x n) an approximate minimiser s of
///   ||D s - x||^2 / 2 + rho max|D^T x| |s|_1,
/// computed by `steps` accelerated proximal steps from 0. rho is relative: at 1 all s are 0.
/// Columns do not depend on each other, except for rounding.
/// Shapes:  D is p x m; returns m x n.
/// Errors:  numerical if the largest singular value of D cannot be found.
/// Cost:    O(p m min(p, m) + steps n m p) through BLAS; memory: 4 m n bytes.
/// Source:  Beck & Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm for Linear Inverse
///          Problems, SIAM J. Imaging Sciences 2, 2009.
arma::fmat lssh_sparse_codes(const arma::fmat& D, const arma::fmat& X, double rho,
                             std::size_t steps);

/// D (p x m) with columns in the unit ball that minimises ||X - D S||_F^2, by coordinate descent
/// over columns. It begins at the given D, projected into the ball, and ends when no entry moves by
/// more than 1e-6, or after `sweeps` sweeps. Atoms that no sample uses keep their first value.
/// Shapes:  X is p x n, S is m x n.
/// Cost:    O(n m (m + p) + sweeps p m^2).
/// Source:  Mairal, Bach, Ponce & Sapiro, Online Dictionary Learning for Sparse Coding, ICML 2009,
///          algorithm 2.
arma::fmat lssh_dictionary(const arma::fmat& X, const arma::fmat& S, arma::fmat D,
                           std::size_t sweeps);

/// Two matrices that depend only on A, lambda and mu. With them, the best V for given S, R, A and T
/// is V = C R S + W^T T.
struct LsshLatent {
  arma::fmat C;  ///< K x K: (lambda / mu) (A^T A + (lambda / mu) I)^-1
  arma::fmat W;  ///< d x K: A (A^T A + (lambda / mu) I)^-1
};

/// The matrices C and W for A (d x K) and ratio = lambda / mu > 0.
/// Errors:  numerical if the system is singular because the ratio is almost 0.
LsshLatent lssh_latent(const arma::fmat& A, double ratio);

}  // namespace hashlab::hashers
