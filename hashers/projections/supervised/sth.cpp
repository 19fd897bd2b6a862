#include "hashers/content.h"
#include "hashers/projections/parts/bit_svms.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/sth_embedding.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace hashlab::hashers {
namespace {

/// Eigenvalues of the normalised graph lie in [-1, 1] and are right to some n 1e-16.
constexpr double equal_eigenvalues = 1e-10;
/// Entries that are equal in exact arithmetic, as of samples of one class, differ by far less.
constexpr double equal_entries = 1e-9;

arma::uvec with_neighbours(const NeighbourGraph& S) {
  std::vector<arma::uword> places;
  for (std::size_t i = 0; i < S.size(); ++i) {
    if (!S[i].empty()) places.push_back(i);
  }
  return arma::conv_to<arma::uvec>::from(places);
}

/// The first columns of an orthonormal basis of the space that U's columns span: random directions
/// of the n-dimensional space, projected and made orthogonal. A single column keeps its line.
arma::mat random_basis(const arma::mat& U, std::size_t columns, std::size_t first, const Rng& rng) {
  arma::mat G(U.n_rows, columns), Q, R;
  for (std::size_t k = 0; k < columns; ++k) {
    Rng draw = rng.stream("sth.basis", first + k);
    for (double& g : G.col(k)) g = draw.normal();
  }
  if (!arma::qr_econ(Q, R, U * (U.t() * G))) {
    throw Error(ErrorCode::numerical, "sth: a basis of an eigenspace could not be made orthogonal");
  }
  for (std::size_t k = 0; k < columns; ++k) {
    if (R(k, k) < 0) Q.col(k) *= -1;  // QR leaves the sign open
  }
  return Q;
}

/// (1 + cosine of the angle) / 2 between columns; 1 on the diagonal. A column of zeros is at a
/// right angle to all.
arma::mat cosines(const arma::fmat& X) {
  const arma::mat unit = arma::normalise(arma::conv_to<arma::mat>::from(X));
  arma::mat C = (1 + arma::clamp(unit.t() * unit, -1, 1)) / 2;
  C.diag().ones();
  return C;
}

/// Codes of the training samples from the graph's smoothest functions, then an SVM for each bit.
class Sth final : public BitSvmProjection {
 public:
  MethodInfo info() const override {
    return {"sth", 1, "Zhang, Wang, Cai & Lu, SIGIR 2010",
            "Laplacian eigenmap of the neighbours, cut at medians, predicted by SVMs",
            "O(n^3 + K SVMs)"};
  }

  void describe(Options& options) override {
    options.choice(
        "weights", weights_, {"cosine", "equal"},
        "weights of edges between neighbours; cosine: (1 + cosine) / 2 of their centred features, "
        "in place of the paper's cosine of term vectors, which is never negative; equal: 1 for "
        "each edge, and for C classes all bits after the first C - 1 are noise");
    settings_.describe(options);
  }

  std::string grid() const override { return "svm=rbf; price=0.3,1; gamma=auto,2*auto,4*auto"; }

  std::size_t max_dimensions(std::size_t, std::size_t n) const override { return n - 1; }

  Supervision supervision() const override { return Supervision::neighbours; }

  bool fewer_are_first() const override { return true; }

  double work(const WorkSizes& s) const override {
    return eigen_work(s.n) + svm_work(s.n, s.d, s.K, settings_.has_kernel());
  }

  double encoding(const WorkSizes& s) const override {
    return settings_.has_kernel() ? s.n * (s.d + s.K) : s.d * s.K;
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_neighbours(data, "sth");
    const arma::uvec part = with_neighbours(data.S);
    if (part.n_elem < dims + 1) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("sth: {} of {} training samples have neighbours, expected at least {} "
                      "for {} hash dimensions: use more samples or a wider ground truth",
                      part.n_elem, data.X.n_cols, dims + 1, dims));
    }
    BitSvms svms(data.X.cols(part), settings_, data.reuse);  // refuses what is not finite
    observer.tell("sth: eigenvectors of the neighbour graph", 0, 1);
    const auto graph = kept_spectrum(data, part);
    return svms.learn(median_bits(laplacian_eigenmap(*graph, dims, rng)), "sth: SVMs", observer);
  }

 private:
  /// The same for all code lengths and SVMs.
  std::shared_ptr<const GraphSpectrum> kept_spectrum(const TrainingSet& data,
                                                     const arma::uvec& part) const {
    const std::string key = fmt::format("spectrum of sth, weights={} of {} neighbours {}", weights_,
                                        content_of(data.X), content_of(data.S));
    const auto make = [&] {
      arma::mat S = neighbour_matrix(data.S, true);
      S = S(part, part);
      if (weights_ == "cosine") S %= cosines(data.X.cols(part));
      return graph_spectrum(S);
    };
    return reused<GraphSpectrum>(data.reuse, key, make, [](const GraphSpectrum& graph) {
      return (graph.U.n_elem + 2 * graph.values.n_elem) * sizeof(double);
    });
  }

  std::string weights_ = "cosine";
  BitSvmSettings settings_;
};

}  // namespace

GraphSpectrum graph_spectrum(const arma::mat& S) {
  // L y = lambda D y with u = D^1/2 y is (D^-1/2 S D^-1/2) u = (1 - lambda) u.
  GraphSpectrum graph{arma::sqrt(arma::sum(S, 1)), {}, {}};
  arma::mat M = S;
  M.each_col() /= graph.roots;
  M.each_row() /= graph.roots.t();
  // The trivial solution, y constant, goes from 1, the end that is wanted, to -2, beyond the other.
  const arma::vec trivial = arma::normalise(graph.roots);
  M -= 3 * trivial * trivial.t();
  M = (M + M.t()) / 2;
  if (!arma::eig_sym(graph.values, graph.U, M)) {
    throw Error(ErrorCode::numerical, "sth: an eigenvalue decomposition did not converge");
  }
  return graph;
}

arma::mat laplacian_eigenmap(const GraphSpectrum& graph, std::size_t dims, const Rng& rng) {
  const auto& [roots, values, U] = graph;
  arma::mat Y(U.n_rows, dims);
  for (arma::uword k = 0, end = values.n_elem; k < dims;) {
    arma::uword begin = end - 1;  // eigenvalues ascend: [begin, end) are the next that are equal
    while (begin > 0 && values[begin] - values[begin - 1] < equal_eigenvalues) --begin;
    const arma::uword columns = std::min<arma::uword>(end - begin, dims - k);
    Y.cols(k, k + columns - 1) = random_basis(U.cols(begin, end - 1), columns, k, rng);
    k += columns;
    end = begin;
  }
  Y.each_col() /= roots;
  return Y;
}

arma::mat median_bits(const arma::mat& Y) {
  arma::mat L(arma::size(Y));
  for (arma::uword k = 0; k < Y.n_cols; ++k) {
    // Values that coincide with the median go to the smaller side: where a class has more than half
    // of the samples, one of the sides is empty.
    const double m = arma::median(Y.col(k)), tol = equal_entries * arma::abs(Y.col(k)).max();
    const arma::uword above = arma::accu(Y.col(k) > m + tol),
                      below = arma::accu(Y.col(k) < m - tol);
    const double t = above >= below ? m + tol : m - tol;
    for (arma::uword i = 0; i < Y.n_rows; ++i) L(i, k) = Y(i, k) > t ? 1 : -1;
  }
  return L;
}

namespace projections {
std::unique_ptr<Projection> sth() {
  return std::make_unique<Sth>();
}
}  // namespace projections

}  // namespace hashlab::hashers
