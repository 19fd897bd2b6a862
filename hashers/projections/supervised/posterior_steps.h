#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// The method `posterior` computes bits from class probabilities.
//
// If the class probabilities p are correct, samples are ranked best by the probability r(x, y) =
// sum_c p_c(x) p_c(y) that they share a class. Codes of K bits should give a similar ranking:
//
//   1. p(x): kernel ridge regression onto class indicators gives scores, and a logistic regression
//      turns the scores into probabilities (see class_posterior.h). Both problems are convex.
//      Bandwidth and ridge are chosen by the log loss on left-out samples, on which neither
//      regression was trained. A closed form leaves them out of the first regression, and folds
//      (at most five) leave them out of the second one (see kernel_posterior.h).
//   2. z(x) = p^t / sum_c p_c^t with t = 0.4. If samples may have several classes, z(x) = p^t.
//   3. y(x) = W^T z(x) + c + s e(x), and the bits are sign(y). e(x) are the values of x on randomly
//      rotated principal axes, with variance 1; s = 0.07 from 64 dimensions on, else 0. z has only
//      C - 1 dimensions, so more bits than that are redundant. e adds what differs within a class.
//   4. W and c are trained by code_descent.h to maximise the average precision of the training
//      samples' codes. The relevance is r(x_i, x_j) of their left-out probabilities. This problem
//      is not convex; the descent begins with random orthogonal directions.
//
// Not published. Related work: FastAP (Cakir et al., CVPR 2019) has a similar objective; in SDH
// (Shen et al., CVPR 2015) and CCA bits predict classes too, but are fitted to indicators, not to
// rankings.

/// For every two samples, the probability that they share a class (n x n), given their class
/// probabilities P (n x C). It is sum_c p_ic p_jc if each sample has one class (`exclusive`), else
/// 1 - prod_c (1 - p_ic p_jc).
arma::mat shared_class_probability(const arma::mat& P, bool exclusive);

/// The inputs z of the linear functions of the bits, n x C: powers p^t of probabilities, divided by
/// their sum if each sample has one class (`exclusive`). A small t increases the weight of small
/// probabilities.
arma::mat tempered(const arma::mat& P, double t, bool exclusive);

struct PosteriorBits {
  arma::mat W;     ///< f x K
  arma::rowvec c;  ///< K
};

/// Trains W and c by gradient descent, so that the codes sign(Z W + c + E) rank samples by their
/// relevance, which is shared_class_probability(P, exclusive). E is the fixed part s e(x).
/// Shapes:  Z is n x f, P is n x C, E is n x K or empty.
PosteriorBits learn_posterior_bits(const arma::mat& Z, const arma::mat& P, bool exclusive,
                                   const arma::mat& E, std::size_t K, const CodeDescent& descent,
                                   const Rng& rng, const Observer& observer = {});

}  // namespace hashlab::hashers
