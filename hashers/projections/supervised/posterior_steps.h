#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// `posterior`: bits of class probabilities.
//
// If the class probabilities p are correct, samples are ranked best by the probability r(x, y) =
// sum_c p_c(x) p_c(y) that they share a class. Codes of K bits should give a similar ranking:
//
//   1. p(x): kernel ridge regression onto class indicators, then a logistic regression of its
//      left-out scores, regularised towards a multiple of them (see class_posterior.h). Both are
//      convex and solved exactly. Bandwidth and ridge minimise the log loss of samples that
//      neither regression was trained on, by a closed form and by five folds (see
//      kernel_posterior.h).
//   2. z(x) = p^t / sum_c p_c^t, t = 0.4.
//   3. y(x) = W^T z(x) + c + s e(x), and the bits are sign(y). e(x) are rotated principal axes of
//      variance 1; s = 0.07 from 64 dimensions on, else 0. z has only C - 1 dimensions, so further
//      bits are redundant, while e separates samples of one class.
//   4. W and c maximise the average precision of the training samples' codes under the relevance
//      r(x_i, x_j) of their left-out probabilities, by code_descent.h. This is not convex: the
//      descent begins with random orthogonal directions, which have a random stream of their own.
//
// Not published. Related work: FastAP (Cakir et al., CVPR 2019) has a similar objective; in SDH
// (Shen et al., CVPR 2015) and CCA bits predict classes too, but are fitted to indicators, not to
// rankings.

/// The relevance of samples to each other by their probabilities P (n x C), returned as n x n: the
/// probability that two samples share a class. It is sum_c p_ic p_jc if each sample has one class
/// (`exclusive`), else 1 - prod_c (1 - p_ic p_jc).
arma::mat shared_class_probability(const arma::mat& P, bool exclusive);

/// The inputs z of the linear functions of the bits, n x C: powers p^t of probabilities, divided by
/// their sum if each sample has one class (`exclusive`). A small t increases the weight of small
/// probabilities.
arma::mat tempered(const arma::mat& P, double t, bool exclusive);

struct PosteriorBits {
  arma::mat W;     ///< f x K
  arma::rowvec c;  ///< K
};

/// W and c, by gradient descent, such that codes sign(Z W + c + E) rank samples by the relevance of
/// their probabilities P (see shared_class_probability). E is the fixed part s e(x) of the values.
/// Shapes:  Z is n x f, P is n x C, E is n x K or empty.
PosteriorBits learn_posterior_bits(const arma::mat& Z, const arma::mat& P, bool exclusive,
                                   const arma::mat& E, std::size_t K, const CodeDescent& descent,
                                   const Rng& rng, const Observer& observer = {});

}  // namespace hashlab::hashers
