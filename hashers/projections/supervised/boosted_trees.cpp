#include "hashers/projections/supervised/boosted_trees.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace hashlab::hashers {
namespace {

constexpr float never = std::numeric_limits<float>::max();
constexpr std::size_t n_bins = 256;

/// Weights of samples by sign: [0] of z = -1, [1] of z = 1.
using Weights = std::array<double, 2>;

double bound(const Weights& w) {
  return std::sqrt(w[0] * w[1]);
}

struct Split {
  double bound;  ///< sqrt(W+ W-), summed over both children
  std::uint32_t feature = 0;
  float threshold = never;
  unsigned bin = n_bins;  ///< samples in bins above it go to the second child
};

/// The samples of a level, node by node, in each node in their order.
struct Level {
  std::vector<std::uint32_t> begin;   ///< [node], and their number at the end
  std::vector<std::uint32_t> sample;  ///< [position]
  std::vector<double> w;              ///< [position]
  std::vector<std::uint8_t> side;     ///< [position]
  std::vector<Weights> all;           ///< [node]: its weights
};

/// Weights of a node's samples by their bin of a feature. Deep nodes have few samples, so the bins
/// that are not empty are remembered, and only these are read and emptied.
class Histogram {
 public:
  void add(unsigned bin, std::uint8_t side, double w) {
    weights_[bin][side] += w;
    filled_[bin / 64] |= std::uint64_t{1} << (bin % 64);
  }

  /// Calls visit(bin, weights) in ascending order, and empties the histogram.
  template <typename Visit>
  void drain(Visit visit) {
    for (unsigned word = 0; word < filled_.size(); ++word) {
      for (std::uint64_t left = std::exchange(filled_[word], 0); left != 0; left &= left - 1) {
        const unsigned bin = 64 * word + static_cast<unsigned>(std::countr_zero(left));
        visit(bin, std::exchange(weights_[bin], Weights{0, 0}));
      }
    }
  }

 private:
  std::array<Weights, n_bins> weights_{};
  std::array<std::uint64_t, n_bins / 64> filled_{};
};

class Booster {
 public:
  Booster(const QuantisedFeatures& features, const arma::ivec& z, const BoostingOptions& options,
          Rng rng)
      : features_(features),
        options_(options),
        rng_(rng),
        n_(z.n_elem),
        side_(n_),
        margin_(n_, 0),
        w_(n_, 1 / static_cast<double>(n_)),
        place_(n_),
        choice_(features.edges.size()) {
    for (std::size_t i = 0; i < n_; ++i) side_[i] = z[i] > 0 ? 1 : 0;
    std::iota(choice_.begin(), choice_.end(), 0u);
  }

  /// Writes tree t and reweighs the samples by it.
  void grow(Trees& trees, arma::uword t) {
    std::fill(place_.begin(), place_.end(), 0u);
    for (std::size_t level = 0; level < options_.depth; ++level) {
      const std::size_t nodes = std::size_t{1} << level;
      const std::vector<Split> splits = best_splits(nodes);
      for (std::size_t k = 0; k < nodes; ++k) {
        trees.feature(nodes - 1 + k, t) = splits[k].feature;
        trees.threshold(nodes - 1 + k, t) = splits[k].threshold;
      }
      for (std::size_t i = 0; i < n_; ++i) {
        const Split& split = splits[place_[i]];
        place_[i] = 2 * place_[i] + (features_.bins(i, split.feature) > split.bin ? 1 : 0);
      }
    }
    const std::vector<Weights> leaves = weights_at(std::size_t{1} << options_.depth);
    const double e = 0.5 / static_cast<double>(n_);
    std::vector<double> value(leaves.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      trees.leaf(k, t) = static_cast<float>(std::log((leaves[k][1] + e) / (leaves[k][0] + e)) / 2);
      value[k] = static_cast<double>(trees.leaf(k, t));
    }
    for (std::size_t i = 0; i < n_; ++i) {
      margin_[i] += side_[i] ? value[place_[i]] : -value[place_[i]];
    }
    reweigh();
  }

 private:
  /// Weights exp(-margin), in sum 1. One that is nothing beside the largest is zero for now: it
  /// could only slow down sums.
  void reweigh() {
    const double least = *std::min_element(margin_.begin(), margin_.end());
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      w_[i] = margin_[i] - least < 60 ? std::exp(least - margin_[i]) : 0;
      sum += w_[i];
    }
    for (double& w : w_) w /= sum;
  }

  std::vector<Weights> weights_at(std::size_t nodes) const {
    std::vector<Weights> all(nodes, Weights{0, 0});
    for (std::size_t i = 0; i < n_; ++i) all[place_[i]][side_[i]] += w_[i];
    return all;
  }

  Level level_of(std::size_t nodes) const {
    Level level{std::vector<std::uint32_t>(nodes + 1, 0), std::vector<std::uint32_t>(n_),
                std::vector<double>(n_), std::vector<std::uint8_t>(n_), weights_at(nodes)};
    for (const std::uint32_t place : place_) ++level.begin[place + 1];
    std::partial_sum(level.begin.begin(), level.begin.end(), level.begin.begin());
    std::vector<std::uint32_t> next = level.begin;
    for (std::uint32_t i = 0; i < n_; ++i) {
      const std::uint32_t position = next[place_[i]]++;
      level.sample[position] = i;
      level.w[position] = w_[i];
      level.side[position] = side_[i];
    }
    return level;
  }

  std::vector<Split> best_splits(std::size_t nodes) {
    const Level level = level_of(nodes);
    std::vector<Split> best;
    // A little less than the node's own bound: a split that gains only rounding is none.
    for (const Weights& w : level.all) best.push_back({bound(w) * (1 - 1e-9)});
    std::vector<std::size_t> mixed;  // nodes with samples of both signs
    for (std::size_t k = 0; k < nodes; ++k) {
      if (best[k].bound > 0) mixed.push_back(k);
    }
    if (mixed.empty()) return best;
    for (const std::uint32_t f : drawn_features()) {
      if (features_.edges[f].empty()) continue;
      for (const std::size_t k : mixed) try_feature(best[k], level, k, f);
    }
    return best;
  }

  /// Lowers `best` if a threshold on feature f does at node k.
  void try_feature(Split& best, const Level& level, std::size_t k, std::uint32_t f) {
    const std::uint8_t* bins = features_.bins.colptr(f);
    for (std::uint32_t at = level.begin[k]; at < level.begin[k + 1]; ++at) {
      histogram_.add(bins[level.sample[at]], level.side[at], level.w[at]);
    }
    const std::vector<float>& edges = features_.edges[f];
    const Weights all = level.all[k];
    Weights left{0, 0};
    histogram_.drain([&](unsigned bin, const Weights& here) {
      if (bin == edges.size()) return;  // nothing is above it
      left[0] += here[0];
      left[1] += here[1];
      // Rounding can take a difference below zero.
      const Weights right{std::max(all[0] - left[0], 0.0), std::max(all[1] - left[1], 0.0)};
      const double value = bound(left) + bound(right);
      if (value < best.bound) best = {value, f, edges[bin], bin};
    });
  }

  /// The first of a shuffle that goes no further than needed.
  std::span<const std::uint32_t> drawn_features() {
    const std::size_t count = std::min(options_.candidates, choice_.size());
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(choice_[i], choice_[i + rng_.below(choice_.size() - i)]);
    }
    return std::span(choice_).first(count);
  }

  const QuantisedFeatures& features_;
  const BoostingOptions options_;
  Rng rng_;
  std::size_t n_;
  std::vector<std::uint8_t> side_;
  std::vector<double> margin_;  // z F
  std::vector<double> w_;
  std::vector<std::uint32_t> place_;  // of each sample, within the current level
  std::vector<std::uint32_t> choice_;
  Histogram histogram_;
};

}  // namespace

QuantisedFeatures quantise_features(const arma::fmat& X) {
  QuantisedFeatures features;
  features.edges.resize(X.n_rows);
  features.bins.set_size(X.n_cols, X.n_rows);
  for (arma::uword f = 0; f < X.n_rows; ++f) {
    const arma::fvec values = X.row(f).t();
    const arma::fvec distinct = arma::unique(values);
    std::vector<float>& edges = features.edges[f];
    arma::uword last = 0;
    for (arma::uword k = 1; k < n_bins; ++k) {
      const arma::uword position = k * distinct.n_elem / n_bins;
      if (position == last) continue;
      last = position;
      const float below = distinct[position - 1], above = distinct[position];
      const auto middle =
          static_cast<float>((static_cast<double>(below) + static_cast<double>(above)) / 2);
      edges.push_back(middle < above ? middle : below);
    }
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      features.bins(i, f) = static_cast<std::uint8_t>(
          std::lower_bound(edges.begin(), edges.end(), values[i]) - edges.begin());
    }
  }
  return features;
}

Trees boost(const QuantisedFeatures& features, const arma::ivec& z, const BoostingOptions& options,
            Rng rng) {
  const arma::uword inner = (arma::uword{1} << options.depth) - 1;
  Trees trees{arma::umat(inner, options.trees), arma::fmat(inner, options.trees),
              arma::fmat(inner + 1, options.trees)};
  Booster booster(features, z, options, rng);
  for (arma::uword t = 0; t < options.trees; ++t) booster.grow(trees, t);
  return trees;
}

TreeScorer::TreeScorer(const Trees& trees, std::size_t dims)
    : dims_(dims), trees_each_(trees.leaf.n_cols / dims), inner_(trees.feature.n_rows) {
  for (arma::uword k = 0; k < trees.feature.n_elem; ++k) {
    nodes_.push_back({static_cast<std::uint32_t>(trees.feature[k]), trees.threshold[k]});
  }
  leaves_.assign(trees.leaf.begin(), trees.leaf.end());
}

arma::fmat TreeScorer::score(const arma::fmat& X) const {
  // Eight samples go down a tree side by side: each step waits for the one before it, but not for
  // the other samples', and a tree is fetched once for all eight.
  constexpr arma::uword together = 8;
  arma::fmat Y(X.n_cols, dims_);
  for (arma::uword first = 0; first < X.n_cols; first += together) {
    const arma::uword count = std::min(together, X.n_cols - first);
    std::array<const float*, together> x;
    for (arma::uword s = 0; s < together; ++s) x[s] = X.colptr(first + std::min(s, count - 1));
    for (std::size_t k = 0; k < dims_; ++k) {
      std::array<double, together> sum{};
      for (std::size_t t = k * trees_each_; t < (k + 1) * trees_each_; ++t) {
        const Node* nodes = &nodes_[t * inner_];
        const float* leaves = &leaves_[t * (inner_ + 1)];
        std::array<std::size_t, together> at{};
        for (std::size_t level = inner_; level > 0; level >>= 1) {
          for (arma::uword s = 0; s < together; ++s) {
            const Node node = nodes[at[s]];
            at[s] = 2 * at[s] + 1 + (x[s][node.feature] > node.threshold ? 1 : 0);
          }
        }
        for (arma::uword s = 0; s < together; ++s) {
          sum[s] += static_cast<double>(leaves[at[s] - inner_]);
        }
      }
      for (arma::uword s = 0; s < count; ++s) Y(first + s, k) = static_cast<float>(sum[s]);
    }
  }
  return Y;
}

}  // namespace hashlab::hashers
