#include "hashers/projections/graph/sgh.h"

#include "hashers/projections/parts/kernel_map.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

void eigen(arma::vec& values, arma::mat& vectors, const arma::mat& M) {
  if (!M.is_finite() || !arma::eig_sym(values, vectors, M)) {
    throw Error(ErrorCode::numerical,
                "sgh: an eigenvalue decomposition did not converge, check the features");
  }
}

/// Z^(-1/2): turns the generalised eigenproblem into an ordinary one, once for all bits. Without
/// any variance (samples all alike) every direction is as good, so Z = I.
arma::mat kernel_whitening(const arma::mat& K, double ridge) {
  const arma::mat G = K.t() * K;
  const double mean = arma::trace(G) / static_cast<double>(G.n_rows);
  arma::vec values;
  arma::mat vectors;
  eigen(values, vectors, G);
  if (mean < std::numeric_limits<double>::min()) return arma::eye(G.n_rows, G.n_rows);
  // Rounding may leave values below zero; the ridge lies above that.
  values = arma::clamp(values, 0, arma::datum::inf) + ridge * mean;
  return vectors * arma::diagmat(1 / arma::sqrt(values)) * vectors.t();
}

/// Scalable graph hashing: codes that keep a similarity of all pairs, in memory linear in n.
class Sgh final : public KernelProjection {
 public:
  MethodInfo info() const override {
    return {"sgh", 1, "Jiang & Li, IJCAI 2015, algorithm 1",
            "linear functions of kernel features, fitted bit by bit to the similarities of all "
            "pairs, without an n x n matrix",
            "O(n m (d + m) + K (m^3 + n m))"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 1, max_anchors,
                  "kernel bases, drawn from the training samples; 300 in the paper");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance; auto: 1 / (2 "
                   "mean squared distance to the anchors)");
    options.real_or_auto(
        "rho", rho_, 1e-30, 1e30,
        "rho of the similarity exp(-d^2 / rho), a squared distance; auto: 2 max |x|^2 as in the "
        "paper, the smallest value for which its approximation is valid");
    options.real("ridge", ridge_, 1e-12, 1e6,
                 "added to the diagonal of K^T K, as a fraction of that diagonal's mean; the "
                 "authors' code adds the number 1e-6, not a fraction");
  }

  std::string grid() const override { return "gamma=auto,4*auto,16*auto"; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return product_work(s.n, s.d, m) + 4 * product_work(s.n, m + s.d, m) +
           1.2 * s.K * (eigen_work(m) + 4 * product_work(s.n, m, 1));
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return m * (s.d + s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    KernelMap map = random_kernel(data, anchors_, gamma_, rng.stream("sgh.anchors"));
    const CentredKernel kernel = centred_kernel(map, data.X, "sgh");

    std::vector<std::uint32_t> order(dims);
    std::iota(order.begin(), order.end(), 0u);
    rng.stream("sgh.order").shuffle(order);
    std::size_t done = 0;
    const arma::mat W = sequential_directions(
        kernel.K, similarity_factors(data.X, rho_ ? *rho_ : widest_rho(data.X)), dims, ridge_,
        arma::conv_to<arma::uvec>::from(order),
        [&] { observer.tell("sgh: directions", ++done, 2 * dims); });
    return kernel_projector(std::move(map), W, -(kernel.mean * W).t());
  }

 private:
  static double widest_rho(const arma::fmat& X) {
    double longest = 0;
    for (arma::uword i = 0; i < X.n_cols; ++i) {
      longest =
          std::max(longest, std::pow(arma::norm(arma::conv_to<arma::vec>::from(X.col(i))), 2));
    }
    return longest > 0 ? 2 * longest : 1;  // samples at the origin are all alike, whatever rho
  }

  std::size_t anchors_ = 300;
  Scaled gamma_;
  std::optional<double> rho_;
  double ridge_ = 1e-6;
};

}  // namespace

SimilarityFactors similarity_factors(const arma::fmat& X, double rho) {
  constexpr double e = std::numbers::e;
  const double slope = std::sqrt(2 * (e * e - 1) / e), constant = std::sqrt((e * e + 1) / e);
  arma::mat P(X.n_rows + 2, X.n_cols);
  for (arma::uword i = 0; i < X.n_cols; ++i) {
    // x / sqrt(rho) first: the square of a long x need not be a number
    const arma::vec x = arma::conv_to<arma::vec>::from(X.col(i)) / std::sqrt(rho);
    const double decay = std::exp(-arma::dot(x, x));
    P.submat(0, i, X.n_rows - 1, i) = slope * decay * x;
    P(X.n_rows, i) = constant * decay;
    P(X.n_rows + 1, i) = 1;
  }
  arma::mat Q = P;
  Q.row(X.n_rows + 1).fill(-1);
  return {std::move(P), std::move(Q)};
}

arma::mat sequential_directions(const arma::mat& K, const SimilarityFactors& S, std::size_t bits,
                                double ridge, const arma::uvec& order,
                                const std::function<void()>& after_each) {
  // In the basis T = Z^(-1/2): w = T v, and A = T K^T R K T needs its first eigenvector v only. A
  // bit takes u u^T from it, u = T K^T sgn(K w).
  const arma::mat T = kernel_whitening(K, ridge);
  const arma::mat KT = K * T;
  arma::mat A = (S.P * KT).t() * (S.Q * KT) * static_cast<double>(bits);
  A = (A + A.t()) / 2;  // equal but for rounding: P and Q differ in the last row's sign alone

  arma::mat V(K.n_cols, bits), U(K.n_cols, bits, arma::fill::zeros);
  const auto learn_bit = [&](arma::uword t) {
    A += U.col(t) * U.col(t).t();  // nothing in the first pass
    arma::vec values;
    arma::mat vectors;
    eigen(values, vectors, A);
    arma::mat first = vectors.tail_cols(1);
    make_largest_entries_positive(first);
    V.col(t) = first;
    U.col(t) = KT.t() * signs(KT * V.col(t));
    A -= U.col(t) * U.col(t).t();
    if (after_each) after_each();
  };
  for (arma::uword t = 0; t < bits; ++t) learn_bit(t);
  for (const arma::uword t : order) learn_bit(t);
  return T * V;
}

namespace projections {
std::unique_ptr<Projection> sgh() {
  return std::make_unique<Sgh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
