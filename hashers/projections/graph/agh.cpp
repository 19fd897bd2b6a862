#include "hashers/content.h"
#include "hashers/projections/graph/anchor_graph.h"
#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace hashlab::hashers {
namespace {

/// b+ and b- of an eigenfunction's second layer, for samples with y > 0 and for the others (the
/// paper's hierarchical hashing).
struct SecondLayer {
  double above, below;

  /// > 0 says bit 1.
  double value(double y) const { return y > 0 ? y - above : below - y; }
};

/// Eigenfunctions of the anchor graph, extended to new samples by Nystroem's method:
/// y_k = z(x).w_k. The first eigenfunctions have a second layer; theirs are the dimensions 2k (y)
/// and 2k + 1 (second value).
class AnchorProjector final : public Projector {
 public:
  AnchorProjector(AnchorGraph graph, arma::mat W, std::vector<SecondLayer> second)
      : graph_(std::move(graph)), W_(std::move(W)), second_(std::move(second)) {}

  arma::fmat project(const arma::fmat& X) const override {
    const arma::mat values = times_affinities(*graph_.affinities(X), W_);
    arma::fmat Y(values.n_rows, W_.n_cols + second_.size());
    for (arma::uword k = 0, dim = 0; k < W_.n_cols; ++k) {
      Y.col(dim++) = arma::conv_to<arma::fvec>::from(values.col(k));
      if (k >= second_.size()) continue;
      float* y = Y.colptr(dim++);
      for (const double value : values.col(k)) *y++ = static_cast<float>(second_[k].value(value));
    }
    return Y;
  }

  ProjectorState state() const override {
    ProjectorState state = {
        {"A", arma::conv_to<arma::mat>::from(graph_.A)},
        {"gamma", arma::mat(1, 1, arma::fill::value(graph_.gamma))},
        {"nearest", arma::mat(1, 1, arma::fill::value(static_cast<double>(graph_.nearest)))},
        {"W", W_}};
    if (second_.empty()) return state;
    arma::mat second(2, second_.size());
    for (arma::uword k = 0; k < second_.size(); ++k) {
      second.col(k) = arma::vec{second_[k].above, second_[k].below};
    }
    state["second"] = second;
    return state;
  }

 private:
  AnchorGraph graph_;
  arma::mat W_;  // m x eigenfunctions
  std::vector<SecondLayer> second_;
};

// Eigenvalues from here on count as 1: those of a graph's connected components, which the paper
// leaves out (1 > sigma_1). The number is that of the authors' code.
constexpr double max_eigenvalue = 1 - 1e-3;
// Below this, directions of M are rounding errors, which sigma^-1/2 would blow up.
constexpr double min_eigenvalue = 1e-10;

/// W = sqrt(n) Lambda^-1/2 V Sigma^-1/2 of the `count` largest eigenvalues that are neither 1 nor
/// 0; columns that have none are 0. The largest component of an eigenvector is positive.
arma::mat eigenfunctions(const AnchorAffinities& Z, const arma::vec& lambda, std::size_t count) {
  const arma::mat M = anchor_similarity(Z, lambda);
  arma::vec sigma;
  arma::mat V;
  if (!M.is_finite() || !arma::eig_sym(sigma, V, M)) {
    throw Error(ErrorCode::numerical, "agh: an eigendecomposition did not converge");
  }
  make_largest_entries_positive(V);
  arma::mat W(M.n_rows, count, arma::fill::zeros);
  const double sqrt_n = std::sqrt(static_cast<double>(Z.weight.n_cols));
  arma::uword found = 0;
  for (arma::uword e = sigma.n_elem; e-- > 0 && found < count;) {
    if (!(sigma[e] < max_eigenvalue && sigma[e] > min_eigenvalue)) continue;
    for (arma::uword j = 0; j < M.n_rows; ++j) {
      if (lambda[j] > 0) W(j, found) = sqrt_n * V(j, e) / std::sqrt(lambda[j] * sigma[e]);
    }
    ++found;
  }
  return W;
}

/// The second layer of an eigenfunction with values y on the training samples. With e the indicator
/// of y > 0 and g = |y|, f = y - b+ where y > 0 and b- - y elsewhere is asked to be balanced,
/// 1^T f = 0, and smooth, f^T L f least, L = I - Z Lambda^-1 Z^T. L 1 = 0, so balance leaves one
/// free number c, the multiple of e in g - c e, and c = e^T L g / e^T L e. Where that is 0 / 0 (no
/// sample, or a whole component, is above 0) every c is as smooth and the thresholds are put at the
/// mean of |y|.
SecondLayer second_layer(const AnchorAffinities& Z, const arma::vec& lambda, const arma::vec& y) {
  arma::vec left(lambda.n_elem, arma::fill::zeros), right = left;  // Z^T e, Z^T g
  double n1 = 0, s3 = 0;                                           // 1^T e, e^T g
  for (arma::uword i = 0; i < y.n_elem; ++i) {
    const bool above = y[i] > 0;
    for (arma::uword j = 0; j < Z.weight.n_rows; ++j) {
      const double z = Z.weight(j, i);
      if (above) left[Z.anchor(j, i)] += z;
      right[Z.anchor(j, i)] += z * std::abs(y[i]);
    }
    if (above) {
      ++n1;
      s3 += y[i];
    }
  }
  double eLe = n1, eLg = s3;
  for (arma::uword j = 0; j < lambda.n_elem; ++j) {
    if (!(lambda[j] > 0)) continue;
    eLe -= left[j] * left[j] / lambda[j];
    eLg -= left[j] * right[j] / lambda[j];
  }
  const auto n = static_cast<double>(y.n_elem);
  const double c = eLe > 1e-9 * n ? eLg / eLe : 0;
  return {(2 * s3 + (n - n1) * c) / n, (n1 * c - 2 * s3) / n};
}

/// Anchor graph hashing. `agh+sbq:layers=2` is hierarchical quantisation, the column HQ of Moran's
/// thesis (Table 4.17): two bits an eigenfunction, the second by its own threshold on either side
/// of the first.
class Agh final : public Projection {
 public:
  MethodInfo info() const override {
    return {"agh", 1, "Liu, Wang, Kumar & Chang, ICML 2011",
            "eigenfunctions of an anchor graph; agh+sbq:layers=2 is hierarchical quantisation (HQ)",
            "O(iterations d n m + m^3)"};
  }

  void describe(Options& options) override {
    options.count(
        "anchors", anchors_, 2, max_anchors,
        "number of k-means centres, m; at most the number of training samples; 300 in the paper");
    options.count("nearest", nearest_, 2, max_anchors,
                  "number of nearest anchors that a sample is connected to, s; 5 in the thesis, 2 "
                  "in the paper");
    options.count("layers", layers_, 1, 2,
                  "bits per eigenfunction; 2 with the quantiser sbq is the thesis's HQ");
    options.count("iterations", iterations_, 0, 100000,
                  "rounds of k-means; few are enough, and the paper gives no number");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the affinity exp(-gamma distance^2); auto: 1 / (mean distance to the "
                   "last of the nearest anchors)^2, as in the authors' code");
  }

  std::string grid() const override { return "layers=1,2; nearest=2,5"; }

  /// An anchor graph has an eigenfunction fewer than anchors. If its eigenvalues 1 and 0 leave
  /// fewer than are asked for, the last dimensions are constant: 0, the bit 0.
  std::size_t max_dimensions(std::size_t, std::size_t n) const override {
    return n == 0 ? 0 : layers_ * (std::min(anchors_, n) - 1);
  }

  bool fewer_are_first() const override { return layers_ == 1; }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return (2 + static_cast<double>(iterations_)) *
               (product_work(s.n, s.d, m) + step_work(s.n * m) / 4) +
           eigen_work(m);
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return m * (s.d + s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    AnchorGraph graph{kmeans_landmarks(data.X, anchors_, iterations_, rng.stream("agh.anchors"),
                                       "agh: anchors", observer)};
    graph.nearest = std::min<std::size_t>(nearest_, graph.A.n_cols);
    const double gamma = nearest_anchor_gamma(graph.A, data.X, graph.nearest);  // checks distances
    graph.gamma = gamma_.in([&] { return gamma; });
    graph.reuse = data.reuse;
    if (graph.reuse != nullptr) graph.content = content_of(graph.A);
    observer.tell("agh: eigenfunctions", 0, 1);
    const auto kept = graph.affinities(data.X);
    const AnchorAffinities& Z = *kept;
    const arma::vec lambda = anchor_degrees(Z, graph.A.n_cols);
    const std::size_t pairs = layers_ == 2 ? dims / 2 : 0;
    const arma::mat W = eigenfunctions(Z, lambda, dims - pairs);
    const arma::mat Y = times_affinities(Z, W);
    std::vector<SecondLayer> second;
    for (arma::uword k = 0; k < pairs; ++k) second.push_back(second_layer(Z, lambda, Y.col(k)));
    return std::make_unique<AnchorProjector>(std::move(graph), W, std::move(second));
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    KernelMap map = restore_map(state, d, anchors_);
    const std::size_t m = map.A.n_cols;
    const auto pairs = state.find("second");
    const std::size_t count =
        pairs == state.end() ? 0 : std::min<std::size_t>(pairs->second.n_cols, dims / 2);
    std::vector<SecondLayer> second;
    if (count > 0) {
      state_array(state, "second", 2, count).each_col([&](const arma::vec& b) {
        second.push_back({b[0], b[1]});
      });
    }
    const double nearest = state_array(state, "nearest", 1, 1)(0, 0);
    const std::size_t most = std::min(nearest_, m);
    if (!(nearest >= 1 && nearest <= static_cast<double>(most) && nearest == std::floor(nearest))) {
      throw Error(
          ErrorCode::corrupt_file,
          fmt::format("the projection's 'nearest' is {}, expected a whole number from 1 to {}",
                      nearest, most));
    }
    AnchorGraph graph{std::move(map.A), static_cast<std::size_t>(nearest), map.gamma};
    return std::make_unique<AnchorProjector>(
        std::move(graph), state_array(state, "W", m, dims - count), std::move(second));
  }

 private:
  std::size_t anchors_ = 300, nearest_ = 5, layers_ = 1, iterations_ = 10;
  Scaled gamma_;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> agh() {
  return std::make_unique<Agh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
