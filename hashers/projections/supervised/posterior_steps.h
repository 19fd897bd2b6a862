#pragma once

#include "hashers/descent/code_descent.h"
#include "lib/observer.h"
#include "lib/rng.h"

#include <armadillo>

#include <cstddef>

namespace hashlab::hashers {

// `posterior`: bits of class probabilities.
//
// Samples are ranked best by the probability r(x, y) = sum_c p_c(x) p_c(y) that they share a class,
// if p is right. Codes of K bits are to rank likewise:
//
//   1. p(x): kernel ridge regression onto class indicators, then a logistic regression of its
//      left-out scores, drawn to a multiple of them (see class_posterior.h). Both are convex and
//      solved exactly; bandwidth and ridge have the least log loss of samples that neither saw, by
//      a closed form and by five folds (see kernel_posterior.h).
//   2. z(x) = p^t / sum_c p_c^t, t = 0.4.
//   3. y(x) = W^T z(x) + c + s e(x), and the bits are sign(y). e(x) are rotated principal axes of
//      variance 1; s = 0.07 from 64 dimensions on, else 0: z has C - 1 dimensions, which more bits
//      repeat, while e parts samples of one class.
//   4. W and c maximise the average precision of the training samples' codes under relevance
//      r(x_i, x_j) of their left-out probabilities, by code_descent.h. Not convex: it begins with
//      random orthogonal directions, from a stream of its own.
//
// Published nowhere. Near it: FastAP (Cakir et al., CVPR 2019) for the objective; SDH (Shen et al.,
// CVPR 2015) and CCA for bits that are to predict classes, which fit indicators and not ranks.

/// Who is relevant to whom, by probabilities P (n x C): that two samples share a class,
/// sum_c p_ic p_jc if each has one; else 1 - prod_c (1 - p_ic p_jc). n x n.
arma::mat shared_class_probability(const arma::mat& P, bool exclusive);

/// What bits are linear functions of: powers p^t of probabilities, divided by their sum if a sample
/// has one class. A small t makes small probabilities count. n x C.
arma::mat tempered(const arma::mat& P, double t, bool exclusive);

struct PosteriorBits {
  arma::mat W;     ///< f x K
  arma::rowvec c;  ///< K
};

/// W and c so that codes sign(Z W + c + E) rank samples by R: by a descent.
/// Shapes:  Z is n x f, P is n x C, E is n x K or empty.
PosteriorBits learn_posterior_bits(const arma::mat& Z, const arma::mat& P, bool exclusive,
                                   const arma::mat& E, std::size_t K, const CodeDescent& descent,
                                   const Rng& rng, const Observer& observer = {});

}  // namespace hashlab::hashers
