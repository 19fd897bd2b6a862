#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/bit_inference.h"
#include "hashers/projections/supervised/boosted_trees.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// y_k = the sum of the k-th group of trees.
class TreeProjector final : public Projector {
 public:
  /// Of samples of d features: trees alone do not tell how many there are.
  TreeProjector(Trees trees, std::size_t d, std::size_t dims)
      : trees_(std::move(trees)), d_(d), scorer_(trees_, dims) {}

  arma::fmat project(const arma::fmat& X) const override { return scorer_.score(X); }

  ProjectorState state() const override {
    return {{"inputs", arma::mat(1, 1, arma::fill::value(static_cast<double>(d_)))},
            {"features", arma::conv_to<arma::mat>::from(trees_.feature)},
            {"thresholds", arma::conv_to<arma::mat>::from(trees_.threshold)},
            {"leaves", arma::conv_to<arma::mat>::from(trees_.leaf)}};
  }

 private:
  Trees trees_;
  std::size_t d_;
  TreeScorer scorer_;
};

constexpr std::size_t deepest = 12;

/// Of the array "leaves" of a state: how deep the trees are.
/// Errors:  corrupt_file if that is no depth, or trees cannot be shared out among `dims`
///          dimensions.
std::size_t depth_of(const arma::mat& leaves, std::size_t dims) {
  for (std::size_t depth = 1; depth <= deepest; ++depth) {
    if (leaves.n_rows != std::size_t{1} << depth) continue;
    if (leaves.n_cols == 0 || leaves.n_cols % dims != 0) break;
    return depth;
  }
  throw Error(ErrorCode::corrupt_file,
              fmt::format("the projection's trees have {} leaves each and are {}, expected 2^depth "
                          "with a depth of 1 to {}, and as many for each of {} dimensions",
                          leaves.n_rows, leaves.n_cols, deepest, dims));
}

arma::fmat finite_floats(const arma::mat& array, const char* name) {
  arma::fmat floats = arma::conv_to<arma::fmat>::from(array);
  if (floats.is_finite()) return floats;
  throw Error(
      ErrorCode::corrupt_file,
      fmt::format("the projection's array '{}' holds a number that is no finite float", name));
}

/// Fast supervised hashing: one bit after another, first its values for the training points that
/// fit the neighbours best, then trees that predict them.
class FastHash final : public Projection {
 public:
  MethodInfo info() const override {
    return {"fasthash",
            1,
            "Lin, Shen, Shi, van den Hengel & Suter, CVPR 2014",
            "bits inferred by block-wise graph cuts, predicted by boosted decision trees",
            "O(K (rounds (s + n block K) + flows + trees depth candidates n))",
            "FastHash"};
  }

  void describe(Options& options) override {
    options.count("trees", boosting_.trees, 1, 10000,
                  "boosting iterations per bit; 200 in the paper");
    options.count("depth", boosting_.depth, 1, deepest,
                  "decisions from root to leaf; 4 in the paper");
    options.count("candidates", boosting_.candidates, 1, 1000000,
                  "number of random features among which each level of a tree chooses; 64 is our "
                  "choice: with 24, the mAP on CIFAR-10 is 0.002 lower");
    options.count("rounds", rounds_, 1, 1000,
                  "maximum number of passes over all blocks per bit; they end when nothing "
                  "changes; 1 or 2 in the paper");
    options.count("block", block_, 1, 5000,
                  "maximum number of samples in a block; the paper has no limit; the memory of a "
                  "graph cut grows with the square of this number");
  }

  std::string grid() const override { return "depth=4,6"; }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double trees = static_cast<double>(boosting_.trees * boosting_.depth);
    const auto candidates = std::min(static_cast<double>(boosting_.candidates), s.d);
    const double bit = 2 * trees * candidates * s.n;
    const double inference =
        static_cast<double>(rounds_) * (s.pairs + s.n * static_cast<double>(block_) * s.K / 4);
    return 4 * s.K * step_work(bit + inference);
  }

  double encoding(const WorkSizes& s) const override {
    // A step of a tree counts as one.
    return static_cast<double>(boosting_.trees * (boosting_.depth + 1)) * s.K;
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_neighbours(data, "fasthash");
    if (!data.X.is_finite()) {
      throw Error(
          ErrorCode::numerical,
          "fasthash: a training sample holds a number that is not finite, check the features");
    }
    const QuantisedFeatures features = quantise_features(data.X);
    const std::vector<Block> blocks =
        neighbour_blocks(data.S, block_, rng.stream("fasthash.blocks"));
    const arma::uword inner = (arma::uword{1} << boosting_.depth) - 1;
    Trees all{arma::umat(inner, 0), arma::fmat(inner, 0), arma::fmat(inner + 1, 0)};
    arma::imat Z(0, data.X.n_cols);
    for (std::size_t r = 0; r < dims; ++r) {
      const arma::ivec z = infer_bit(data.S, Z, dims, blocks, rng.stream("fasthash.start", r));
      const Trees trees = boost(features, z, boosting_, rng.stream("fasthash.trees", r));
      all.feature.insert_cols(all.feature.n_cols, trees.feature);
      all.threshold.insert_cols(all.threshold.n_cols, trees.threshold);
      all.leaf.insert_cols(all.leaf.n_cols, trees.leaf);
      // What the trees say, not what they were told: the next bits mend what they cannot learn.
      Z.insert_rows(r, arma::conv_to<arma::irowvec>::from(
                           signs(TreeScorer(trees, 1).score(data.X)).as_row()));
      observer.tell("fasthash: bits", r + 1, dims);
    }
    return std::make_unique<TreeProjector>(std::move(all), data.X.n_rows, dims);
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    const double inputs = state_array(state, "inputs", 1, 1)(0, 0);
    if (inputs != static_cast<double>(d)) {
      throw Error(ErrorCode::corrupt_file,
                  fmt::format("the projection's trees are of {} features, expected {}", inputs, d));
    }
    const auto entry = state.find("leaves");
    const arma::mat none;
    const arma::mat& leaves = entry == state.end() ? none : entry->second;
    const std::size_t depth = depth_of(leaves, dims), inner = (std::size_t{1} << depth) - 1;
    const arma::mat& stored = state_array(state, "features", inner, leaves.n_cols);
    for (const double feature : stored) {
      if (!(feature >= 0 && feature < static_cast<double>(d) && feature == std::floor(feature))) {
        throw Error(ErrorCode::corrupt_file,
                    fmt::format("a tree of the projection asks for feature {} of {}", feature, d));
      }
    }
    return std::make_unique<TreeProjector>(
        Trees{arma::conv_to<arma::umat>::from(stored),
              finite_floats(state_array(state, "thresholds", inner, leaves.n_cols), "thresholds"),
              finite_floats(leaves, "leaves")},
        d, dims);
  }

 private:
  arma::ivec infer_bit(const NeighbourGraph& S, const arma::imat& Z, std::size_t K,
                       const std::vector<Block>& blocks, Rng rng) const {
    arma::ivec start(Z.n_cols);
    for (arma::sword& z : start) z = rng.below(2) == 0 ? -1 : 1;
    BitInference bit(S, Z, K, start);
    for (std::size_t round = 0; round < rounds_; ++round) {
      bool fell = false;
      for (const Block& block : blocks) fell = bit.update(block) || fell;
      if (!fell) break;
    }
    return bit.z();
  }

  BoostingOptions boosting_;
  std::size_t rounds_ = 2, block_ = 256;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> fasthash() {
  return std::make_unique<FastHash>();
}
}  // namespace projections

}  // namespace hashlab::hashers
