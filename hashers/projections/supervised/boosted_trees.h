#pragma once

#include "lib/rng.h"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hashlab::hashers {

// Boosted decision trees. This is a small implementation of our own, because FastHash needs few of
// the functions that the libraries in Debian (mlpack, OpenCV's ml) offer. Each of these libraries
// would add a framework with its own matrices, random numbers and model files.

/// Features whose values are replaced by the number of the interval that contains them. A feature
/// then has at most 255 candidate thresholds, which one pass over the samples can compare.
struct QuantisedFeatures {
  /// edges[f] holds the edges between the intervals of feature f, ascending. There is one edge
  /// between any two successive distinct values of the feature. If it has more than 256 distinct
  /// values, there are 255 edges, at quantiles of the distinct values.
  std::vector<std::vector<float>> edges;
  /// n x d, column f for feature f: bin = #{edge < x}. Therefore x > edges[b] if and only if bin >
  /// b, exactly.
  arma::Mat<std::uint8_t> bins;
};
/// Quantises the features of the samples X (d x n), which must be finite.
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
      64;  ///< features drawn at random for each level of a tree; its splits use only these
};

/// Trains trees whose sum F predicts z (n of -1 and 1) by its sign. Each tree lowers the
/// exponential loss mean_i exp(-z_i F(x_i)) or leaves it unchanged. For the next tree, a sample
/// weighs exp(-z_i F(x_i)), where F is the sum of the trees so far; weights are scaled to sum 1.
/// W+ and W- are the total weights of a leaf's samples with z = 1 and with z = -1. Each node is
/// split so that the bound Z = 2 sum over leaves of sqrt(W+ W-) falls most. A leaf has the value
/// log((W+ + e) / (W- + e)) / 2, e = 1 / (2 n).
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
  /// The scores of samples X (d x m), m x dims: for each dimension, the sum of the trees of its
  /// group.
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
