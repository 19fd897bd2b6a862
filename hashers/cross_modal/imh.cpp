#include "hashers/content.h"
#include "hashers/cross_modal/imh_steps.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// Singular vectors of a centred view: with them a ridge is added to squares of singular values, so
/// that no view is too small, large or dependent for it.
struct ImhView {
  arma::mat U;  ///< d x r
  arma::vec s;  ///< r = min(d, n)
  arma::mat V;  ///< n x r

  explicit ImhView(const arma::fmat& samples) {
    arma::mat X = arma::conv_to<arma::mat>::from(samples);
    X.each_col() -= arma::vec(arma::mean(X, 1));
    if (!arma::svd_econ(U, s, V, X)) {
      throw Error(ErrorCode::numerical,
                  "imh: the singular value decomposition of a view did not converge");
    }
  }

  /// The same as absolute_ridge of the centred view.
  double ridge(const Scaled& beta) const {
    return beta.in([&] {
      const double unit = arma::dot(s, s) / static_cast<double>(V.n_rows);
      return unit > 0 ? unit : 1;
    });
  }
};

double squared_distance(const arma::mat& X, arma::uword i, arma::uword j) {
  const double *a = X.colptr(i), *b = X.colptr(j);
  double sum = 0;
  for (arma::uword e = 0; e < X.n_rows; ++e) sum += (a[e] - b[e]) * (a[e] - b[e]);
  return sum;
}

/// Adds lambda times the Laplacian of (S + S^T) / 2.
void add_laplacian(const NeighbourGraph& S, double lambda, arma::mat& M) {
  for (arma::uword i = 0; i < M.n_cols; ++i) {
    for (const std::uint32_t j : S[i]) {
      M(i, i) += lambda / 2;
      M(j, j) += lambda / 2;
      M(i, j) -= lambda / 2;
      M(j, i) -= lambda / 2;
    }
  }
}

arma::rowvec medians(const arma::mat& Y) {
  return arma::median(Y, 0);
}

/// Inter-media hashing: linear functions of both views that meet in an embedding of their graphs.
class Imh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"imh", 2, "Song, Yang, Yang, Huang & Shen, SIGMOD 2013",
            "ridge regressions of both views onto a common embedding that is smooth over the "
            "neighbour graph of each view",
            "O(d n^2 + n^3)"};
  }

  void describe(Options& options) override {
    options.count("neighbours", settings_.neighbours, 1, 100000,
                  "nearest neighbours of a sample in the graph of each view; published programs "
                  "have 1 and 10; 3 is our choice");
    options.scaled(
        "ridge", settings_.beta, "auto", 1e-12, 1e30,
        "the paper's beta, weight of ||W||^2; 1e-3 and 1 in published programs; auto: the mean "
        "squared length of a view's centred samples, our choice, which suits features of any scale "
        "and more features than samples; choose it among 1e-3*auto to 1e3*auto");
    options.real("graph-weight", settings_.lambda, 0, 1e12,
                 "the paper's lambda, weight of the smoothness over the graphs; 1e3 is our choice; "
                 "choose it among 1e-6 to 1e6");
  }

  /// Centred columns that are orthogonal.
  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t n) const override {
    return n == 0 ? 0 : n - 1;
  }

  bool fewer_are_first() const override { return true; }

  bool gives_joint_codes() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng&,
                         const Observer& observer) const override {
    require_finite(data, "imh");
    if (data.X.n_cols <= dims) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("imh: {} training samples, expected more than the {} hash "
                              "dimensions: use more samples or fewer bits",
                              data.X.n_cols, dims));
    }
    observer.tell("imh: eigenvectors of the graphs of both views", 0, 1);
    arma::mat F = kept_embedding(data)->F.head_cols(dims);
    PairedProjectors learned{projector(data.X, F), projector(data.Z, F)};
    F.each_row() -= medians(F);
    learned.of_training = arma::conv_to<arma::fmat>::from(F);
    return learned;
  }

 private:
  /// The same for all code lengths.
  std::shared_ptr<const ImhEmbedding> kept_embedding(const PairedTrainingSet& data) const {
    const std::string key =
        fmt::format("embedding of imh, neighbours={} ridge={} graph-weight={} of {} and {}",
                    settings_.neighbours, settings_.beta.text("auto"),
                    number_text(settings_.lambda), content_of(data.X), content_of(data.Z));
    return reused<ImhEmbedding>(
        data.reuse, key, [&] { return imh_embedding(data.X, data.Z, settings_); },
        [&](const ImhEmbedding& embedding) {
          return (embedding.F.n_elem + embedding.values.n_elem) * sizeof(double) + key.size();
        });
  }

  /// Bits are 1 above the median of the training samples.
  std::shared_ptr<const Projector> projector(const arma::fmat& X, const arma::mat& F) const {
    const arma::mat W = imh_ridge(X, F, settings_.beta);
    const arma::mat Y = arma::conv_to<arma::mat>::from(X).t() * W;
    return linear_projector(W, -medians(Y).t());
  }

  ImhSettings settings_;
};

}  // namespace

NeighbourGraph imh_neighbours(const arma::fmat& X, std::size_t k) {
  const arma::mat samples = arma::conv_to<arma::mat>::from(X);
  const auto n = static_cast<std::uint32_t>(X.n_cols);
  const auto count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(k, n == 0 ? 0 : n - 1));
  NeighbourGraph S;
  std::vector<std::pair<double, std::uint32_t>> others;
  std::vector<std::uint32_t> nearest;
  for (std::uint32_t i = 0; i < n; ++i) {
    others.clear();
    for (std::uint32_t j = 0; j < n; ++j) {
      if (j != i) others.emplace_back(squared_distance(samples, i, j), j);
    }
    std::partial_sort(others.begin(), others.begin() + count, others.end());
    nearest.clear();
    for (std::ptrdiff_t j = 0; j < count; ++j) {
      nearest.push_back(others[static_cast<std::size_t>(j)].second);
    }
    std::sort(nearest.begin(), nearest.end());
    S.append(nearest);
  }
  return S;
}

ImhEmbedding imh_embedding(const arma::fmat& X, const arma::fmat& Z, const ImhSettings& settings) {
  const arma::uword n = X.n_cols;
  arma::mat M(n, n, arma::fill::zeros);
  M.diag().fill(2);
  for (const arma::fmat* samples : {&X, &Z}) {
    const ImhView view(*samples);
    const arma::vec s2 = arma::square(view.s);
    const arma::mat half =
        view.V * arma::diagmat(arma::sqrt(s2 / (s2 + view.ridge(settings.beta))));
    M -= half * half.t();
    add_laplacian(imh_neighbours(*samples, settings.neighbours), settings.lambda, M);
  }
  // The constant vector has the eigenvalue 2, anywhere among the others: this moves it behind them.
  M += (1 + arma::norm(M, "inf")) / static_cast<double>(n);
  ImhEmbedding embedding;
  if (!arma::eig_sym(embedding.values, embedding.F, M)) {
    throw Error(ErrorCode::numerical, "imh: an eigenvalue decomposition did not converge");
  }
  embedding.values.shed_row(n - 1);
  embedding.F.shed_col(n - 1);
  make_largest_entries_positive(embedding.F);
  return embedding;
}

arma::mat imh_ridge(const arma::fmat& X, const arma::mat& F, const Scaled& beta) {
  const ImhView view(X);
  return view.U * arma::diagmat(view.s / (arma::square(view.s) + view.ridge(beta))) *
         (view.V.t() * F);
}

namespace cross_modal {
std::unique_ptr<CrossModal> imh() {
  return std::make_unique<Imh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
