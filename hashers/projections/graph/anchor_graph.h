#pragma once

#include "lib/reuse.h"

#include <armadillo>

#include <cstddef>
#include <memory>
#include <string>

namespace hashlab::hashers {

// The anchor graph of Liu, Wang, Kumar & Chang (ICML 2011): samples are neighbours through the m
// anchors that they share. Z holds the truncated affinities (n x m), and Lambda = diag(Z^T 1). The
// adjacency of the samples is Z Lambda^-1 Z^T, which is never computed explicitly.

/// The affinities in Z of each sample to its s nearest anchors; all other entries of Z are 0.
/// Column i of both matrices belongs to sample i.
struct AnchorAffinities {
  arma::umat anchor;  ///< s x n, numbers of the anchors, nearest first
  arma::mat weight;   ///< s x n, affinities to these anchors, >= 0; columns sum to 1
};

struct AnchorGraph {
  arma::fmat A;             ///< d x m
  std::size_t nearest = 5;  ///< s, 1 <= s <= m
  double gamma = 1;         ///< > 0, in units of 1 / squared distance

  /// A cache of affinities, since graphs for all code lengths have the same anchors; null: none.
  /// Must outlive this object.
  Reuse* reuse = nullptr;
  std::string content = {};  ///< content_of(A), if there is `reuse`

  /// The affinities exp(-gamma |x - a|^2) of each sample to its s nearest anchors (the first ones
  /// in case of ties), scaled so that those of a sample sum to 1. The exponent of the nearest
  /// anchor is subtracted from all exponents first. Without this, all affinities of a sample far
  /// from every anchor would be rounded to 0. If there is `reuse`, it caches the result, 16 s n
  /// bytes.
  std::shared_ptr<const AnchorAffinities> affinities(const arma::fmat& X) const;
};

/// 1 / sigma^2, where sigma is the mean over the columns of X of the distance to the s-th nearest
/// column of A, with s = `nearest`. Returns 1 if 1 / sigma^2 is beyond the range of float, which
/// happens if sigma is below about 5e-20.
/// Errors:  numerical if the distance of a column to its s-th nearest one is not finite.
/// Source:  the code of Liu et al. (ICML 2011); the paper leaves the bandwidth open.
double nearest_anchor_gamma(const arma::fmat& A, const arma::fmat& X, std::size_t nearest);

/// The diagonal of Lambda, Z^T 1: m numbers; 0 for an anchor without samples.
arma::vec anchor_degrees(const AnchorAffinities& Z, std::size_t m);

/// M = Lambda^-1/2 Z^T Z Lambda^-1/2, m x m, where `lambda` is the diagonal of Lambda (see
/// anchor_degrees). Rows and columns of anchors without samples are 0. The eigenvalues lie in [0,
/// 1]; 1 is an eigenvalue, with eigenvector Lambda^1/2 1.
arma::mat anchor_similarity(const AnchorAffinities& Z, const arma::vec& lambda);

/// The product Z W, n x t, for W of m x t.
arma::mat times_affinities(const AnchorAffinities& Z, const arma::mat& W);

}  // namespace hashlab::hashers
