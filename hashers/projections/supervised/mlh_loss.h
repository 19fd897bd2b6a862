#pragma once

#include <armadillo>

#include <cstddef>
#include <vector>

namespace hashlab::hashers {

/// The hinge-like loss of a pair of codes that differ in h bits: max(h - rho + 1, 0) for
/// neighbours, lambda max(rho - h + 1, 0) for others.
/// Source:  Norouzi & Fleet, "Minimal Loss Hashing for Compact Binary Codes", ICML 2011, equation
///          (3). The division by the largest loss of each kind (see in_units) is that of the
///          authors' program, learnMLH.m.
struct MlhLoss {
  double rho = 1, lambda = 0.5;
  double neighbours_unit = 1, others_unit = 1;  ///< the divisors of the two losses

  /// The loss for codes of K bits, divided so that neighbours cost at most 1 and others at most
  /// lambda.
  static MlhLoss in_units(double rho, double lambda, std::size_t K);

  double operator()(std::size_t h, bool neighbours) const;
};

/// The codes g and h of two samples, +1 and -1, and their score loss(g, h) + g.u + h.v, where u and
/// v are the activations of the two samples (see mlh_inference).
struct MlhCodes {
  arma::vec g, h;
  double score = 0;
};

/// Loss-adjusted inference: the pair of codes with the highest score, exactly. u and v are the K
/// activations of the two samples.
/// Source:  Norouzi & Fleet, ICML 2011, equation (9) and section 4.1.
/// Cost:  O(K log K).
MlhCodes mlh_inference(const MlhLoss& loss, const arma::vec& u, const arma::vec& v,
                       bool neighbours);

/// The gradient with respect to W (K x d) of the mean over pairs of the bound on their loss,
///     max over codes (loss + g.u + h.v) - |u|_1 - |v|_1,  u = W x_i, v = W x_j.
/// Columns 2p and 2p + 1 of `ends` are the samples x_i and x_j of pair p, and neighbours[p] is true
/// if they are neighbours. For P pairs `ends` is d x 2P.
arma::mat mlh_gradient(const MlhLoss& loss, const arma::mat& W, const arma::mat& ends,
                       const std::vector<bool>& neighbours);

}  // namespace hashlab::hashers
