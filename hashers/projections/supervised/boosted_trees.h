#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab::hashers {

// A small implementation of our own, because FastHash needs few of the functions that the libraries
// in Debian (mlpack, OpenCV's ml) offer. Each of these libraries would add a framework with its own
// matrices, random numbers and model files.

/// Features whose values are replaced by the number of the interval that contains them. A split
/// then has at most 255 candidates, found in one pass over the samples.
struct QuantisedFeatures {
  /// [feature]: ascending edges, at most 255, between the distinct values, at their quantiles if
  /// there are more than 256.
  std::vector<std::vector<float>> edges;
  /// n x d, column f for feature f: bin = #{edge < x}. Therefore x > edges[b] if and only if bin >
  /// b, exactly.
  arma::Mat<std::uint8_t> bins;
};
/// X is d x n, finite.
QuantisedFeatures quantise_features(const arma::fmat& X);

/// A sum of full binary trees of equal depth. A tree's inner nodes form a heap: node i leads to
/// 2 i + 1, or to 2 i + 2 if the sample's feature is greater than the threshold. A node that could
/// not be split has the greatest float as its threshold, so that all samples go to its first child.
struct Trees {
  arma::umat feature;    ///< (2^depth - 1) x trees
  arma::fmat threshold;  ///< (2^depth - 1) x trees
  arma::fmat leaf;       ///< 2^depth x trees
};

struct BoostingOptions {
  std::size_t trees = 200, depth = 4;
  std::size_t candidates =
      64;  ///< features drawn at random for each level of a tree, from which its splits choose
};

/// Trees whose sum F has the sign of z (n of -1 and 1). Each tree lowers the exponential loss
/// mean_i exp(-z_i F(x_i)) or leaves it unchanged. Nodes are split where the bound Z = 2 sum over
/// leaves of sqrt(W+ W-) falls most, where W+ and W- are a leaf's weights of either sign. A leaf
/// has the value log((W+ + e) / (W- + e)) / 2, e = 1 / (2 n).
/// Cost:    O(trees depth n candidates).
/// Source:  Schapire & Singer, "Improved Boosting Algorithms Using Confidence-rated Predictions",
///          Machine Learning 37, 1999, sections 3.1 and 4; random features by level as in LazyBoost
///          (Escudero, Marquez & Rigau, ECML 2000), which FastHash uses.
Trees boost(const QuantisedFeatures& features, const arma::ivec& z, const BoostingOptions& options,
            Rng rng);

/// Trees in a memory layout for fast evaluation.
class TreeScorer {
 public:
  /// The trees form `dims` groups of equal size, one per dimension.
  TreeScorer(const Trees& trees, std::size_t dims);
  /// m x dims for X of d x m: sums of the groups' trees.
  arma::fmat score(const arma::fmat& X) const;

 private:
  struct Node {
    std::uint32_t feature;
    float threshold;
  };
  std::size_t dims_, trees_each_, inner_;
  std::vector<Node> nodes_;
  std::vector<float> leaves_;
};

}  // namespace hashlab::hashers
