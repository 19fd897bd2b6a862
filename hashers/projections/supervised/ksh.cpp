#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/supervised.h"
#include "hashers/projections/supervised/ksh_residue.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// Share of the mean eigenvalue of Kb^T Kb that is added to each of its eigenvalues. The matrix is
/// singular for repeated anchors, and its inverse is noise in single precision well before that.
constexpr double regularisation = 1e-6;

/// W with W^T (Kb^T Kb + r I) W = I: turns the generalised eigenproblem of a bit into a plain one.
/// Empty if all kernel values are alike.
arma::mat whitening(const arma::mat& Kb) {
  arma::mat G = Kb.t() * Kb;
  const double mean = arma::trace(G) / static_cast<double>(G.n_rows);
  if (!(mean > 0)) return {};
  G.diag() += regularisation * mean;
  arma::mat L;
  if (!arma::chol(L, G, "lower")) {
    throw Error(ErrorCode::numerical,
                "ksh: the kernel's covariance could not be factorised, check the features");
  }
  const arma::mat identity(arma::size(G), arma::fill::eye);
  return arma::solve(arma::trimatl(L), identity).t();
}

/// Kernel-based supervised hashing: bits, trained one by one, whose inner products fit the pairs of
/// neighbours.
class Ksh final : public KernelProjection {
 public:
  MethodInfo info() const override {
    return {"ksh", 1, "Liu, Wang, Ji, Jiang & Chang, CVPR 2012, algorithm 1",
            "kernel functions, trained bit by bit so that inner products of codes fit +1 for "
            "neighbours and -1 for other pairs",
            "O(d n m + n m^2 + K (m^3 + iterations (n m + s + n K)))"};
  }

  void describe(Options& options) override {
    options.count("anchors", anchors_, 1, max_anchors,
                  "kernel centres, drawn from the training samples; 300 in the paper");
    options.scaled("gamma", gamma_, "auto", 1e-30, 1e30,
                   "gamma of the kernel exp(-gamma d^2), in 1 / squared distance; auto: 1 / (2 "
                   "mean squared distance), as in the authors' experiments");
    options.count("iterations", iterations_, 0, 100000,
                  "maximum number of gradient steps per bit; 500 in the authors' experiments; 0: "
                  "spectral bits only");
    options
        .real("tolerance", tolerance_, 0, 1e30,
              "training of a bit ends when a step improves its objective by no more than this per "
              "sample; 0.01 as in the authors' experiments")
        .unless("iterations", "0");
  }

  std::string grid() const override { return "gamma=2*auto,4*auto,8*auto"; }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    // A bit's ascent ends by its tolerance, mostly after a tenth of the iterations.
    const double ascent = static_cast<double>(iterations_) / 10 *
                          (4 * product_work(s.n, m, 1) + step_work(s.pairs + s.n * s.K) / 4);
    return product_work(s.n, s.d + 4 * m, m) + s.K * (2 * eigen_work(m) + 20 * ascent);
  }

  double encoding(const WorkSizes& s) const override {
    const double m = std::min(static_cast<double>(anchors_), s.n);
    return m * (s.d + s.K);
  }

  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    require_neighbours(data, "ksh");
    KernelMap map = random_kernel(data, anchors_, gamma_, rng.stream("ksh.anchors"));
    const CentredKernel kernel = centred_kernel(map, data.X, "ksh");
    const arma::mat A = learn_bits(kernel.K, data.S, dims, observer);
    return kernel_projector(std::move(map), A, -(kernel.mean * A).t());
  }

 private:
  /// The coefficients of each bit: m x dims; zero if the kernel tells no sample from another.
  arma::mat learn_bits(const arma::mat& Kb, const NeighbourGraph& S, std::size_t dims,
                       const Observer& observer) const {
    arma::mat A(Kb.n_cols, dims, arma::fill::zeros);
    const arma::mat W = whitening(Kb);
    if (W.is_empty()) return A;
    const auto l = static_cast<double>(Kb.n_rows);
    KshResidue R(S, dims);
    const arma::mat Z = Kb * W;
    arma::mat RZ(arma::size(Z));
    for (arma::uword j = 0; j < Z.n_cols; ++j) RZ.col(j) = R.times(Z.col(j));
    arma::mat C = Z.t() * RZ;  // Kb^T R Kb, whitened; a bit takes a rank-one matrix from it
    for (std::size_t k = 0; k < dims; ++k) {
      observer.tell("ksh: bits", k, dims);
      arma::vec a = W * top_eigenvector(C);
      const double length = arma::norm(Kb * a);
      if (length > 0) a *= std::sqrt(l) / length;
      arma::vec y = signs(Kb * a);
      if (iterations_ > 0) {
        const arma::vec refined = ksh_climb(Kb, R, a, iterations_, tolerance_);
        const arma::vec other = signs(Kb * refined);
        if (arma::dot(other, R.times(other)) > arma::dot(y, R.times(y))) {
          a = refined;
          y = other;
        }
      }
      A.col(k) = a;
      R.subtract(y);
      const arma::vec Zy = Z.t() * y;
      C -= Zy * Zy.t();
    }
    return A;
  }

  static arma::vec top_eigenvector(const arma::mat& C) {
    arma::vec values;
    arma::mat vectors;
    if (!C.is_finite() || !arma::eig_sym(values, vectors, arma::symmatu(C))) {
      throw Error(ErrorCode::numerical, "ksh: an eigendecomposition did not converge");
    }
    arma::mat top = vectors.tail_cols(1);
    make_largest_entries_positive(top);
    return top;
  }

  std::size_t anchors_ = 300, iterations_ = 500;
  Scaled gamma_;
  double tolerance_ = 0.01;
};

}  // namespace

KshResidue::KshResidue(const NeighbourGraph& S, std::size_t K)
    : K_(K), Y_(S.size(), K, arma::fill::zeros) {
  std::map<std::vector<std::uint32_t>, std::size_t> known;
  for (std::uint32_t i = 0; i < S.size(); ++i) {
    std::vector<std::uint32_t> circle(S[i].begin(), S[i].end());
    circle.insert(std::lower_bound(circle.begin(), circle.end(), i), i);
    const auto [place, is_new] = known.emplace(circle, circles_.size());
    if (is_new) circles_.append(circle);
    circle_of_.push_back(place->second);
  }
}

arma::vec KshResidue::times(const arma::vec& v) const {
  arma::vec Rv(v.n_elem), near(circles_.size(), arma::fill::zeros);
  for (std::size_t c = 0; c < circles_.size(); ++c) {
    for (const std::uint32_t j : circles_[c]) near[c] += v[j];
  }
  const double sum = arma::accu(v), K = static_cast<double>(K_);
  for (arma::uword i = 0; i < v.n_elem; ++i) Rv[i] = K * (2 * near[circle_of_[i]] - sum);
  if (bits_ > 0) {
    const arma::mat Y(const_cast<double*>(Y_.memptr()), Y_.n_rows, bits_, false, true);  // no copy
    const arma::vec inner = Y.t() * v;
    Rv -= Y * inner;
  }
  return Rv;
}

void KshResidue::subtract(const arma::vec& y) {
  Y_.col(bits_++) = y;
}

arma::vec ksh_climb(const arma::mat& Kb, const KshResidue& R, const arma::vec& a,
                    std::size_t iterations, double tolerance) {
  struct Point {
    arma::vec a, Kba, b, Rb;
    double value;
  };
  const auto at = [&](arma::vec place, arma::vec values) {
    Point p{std::move(place), std::move(values), {}, {}, 0};
    p.b = arma::tanh(p.Kba / 2);
    p.Rb = R.times(p.b);
    p.value = arma::dot(p.b, p.Rb);
    return p;
  };
  Point now = at(a, Kb * a), before = now, best = now;
  double t = 1, steepness = 0;  // an upper bound of the curvature met so far
  for (std::size_t step = 0; step < iterations; ++step) {
    const double next_t = (1 + std::sqrt(1 + 4 * t * t)) / 2;
    const double momentum = (t - 1) / next_t;
    const Point ahead = momentum == 0 ? now
                                      : at(now.a + momentum * (now.a - before.a),
                                           now.Kba + momentum * (now.Kba - before.Kba));
    const arma::vec gradient = Kb.t() * (ahead.Rb % (1 - arma::square(ahead.b)));
    const double squared = arma::dot(gradient, gradient), size = arma::norm(ahead.a);
    if (!(squared > 0) || !(size > 0) || !std::isfinite(squared)) break;
    if (steepness == 0) steepness = std::sqrt(squared) / size;  // the first step doubles a at most
    const arma::vec Kbg = Kb * gradient;  // a step of any length costs no product with Kb
    const auto leap = [&] {
      return at(ahead.a + gradient / steepness, ahead.Kba + Kbg / steepness);
    };
    Point next = leap();
    while (!(next.value >= ahead.value + squared / (2 * steepness)) && steepness < 1e300) {
      steepness *= 2;
      next = leap();
    }
    const double gain = next.value - now.value;
    before = std::move(now);
    now = std::move(next);
    t = next_t;
    if (now.value > best.value) best = now;
    if (std::abs(gain) <= tolerance * static_cast<double>(Kb.n_rows)) break;
  }
  return best.a;
}

namespace projections {
std::unique_ptr<Projection> ksh() {
  return std::make_unique<Ksh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
