#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/projections/parts/squared_distances.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

/// y_k = r_k - |x - p_k|: above 0 inside hypersphere k.
class SphereProjector final : public Projector {
 public:
  SphereProjector(arma::fmat P, arma::fvec r) : P_(std::move(P)), r_(std::move(r)) {}

  arma::fmat project(const arma::fmat& X) const override {
    arma::fmat Y = -arma::sqrt(squared_distances(P_, X).t());
    Y.each_row() += r_.t();
    return Y;
  }

  ProjectorState state() const override {
    return {{"P", arma::conv_to<arma::mat>::from(P_)}, {"r", arma::conv_to<arma::mat>::from(r_)}};
  }

 private:
  arma::fmat P_;  // d x dims
  arma::fvec r_;
};

/// Radii that have half of the samples inside each sphere, and how many two spheres share.
struct Spheres {
  arma::fvec r;
  arma::mat o;         // o_ij, the diagonal is o_i
  double off, spread;  // mean of |o_ij - n/4| and standard deviation of o_ij, i < j
  bool finite = true;
};

/// The median of a column of numbers, halfway between the two in the middle.
float middle_value(arma::fvec values) {
  const auto middle = values.begin() + values.n_elem / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.n_elem % 2 == 1) return *middle;
  const float below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

Spheres spheres(const arma::fmat& P, const arma::fmat& X) {
  const arma::fmat distances = arma::sqrt(squared_distances(P, X).t());
  const arma::uword K = P.n_cols;
  Spheres s{arma::fvec(K, arma::fill::zeros), {}, 0, 0, distances.is_finite()};
  if (!s.finite) return s;
  arma::mat inside(X.n_cols, K);
  for (arma::uword k = 0; k < K; ++k) {
    s.r[k] = middle_value(distances.col(k));
    for (arma::uword i = 0; i < X.n_cols; ++i) inside(i, k) = distances(i, k) < s.r[k] ? 1 : 0;
  }
  s.o = inside.t() * inside;
  const double quarter = static_cast<double>(X.n_cols) / 4;
  double pairs = 0, sum = 0, squares = 0;
  for (arma::uword j = 1; j < K; ++j) {
    for (arma::uword i = 0; i < j; ++i) {
      const double excess = s.o(i, j) - quarter;
      s.off += std::abs(excess);
      sum += excess;
      squares += excess * excess;
      ++pairs;
    }
  }
  if (pairs > 0) {
    s.off /= pairs;
    s.spread = std::sqrt(std::max(0.0, squares / pairs - (sum / pairs) * (sum / pairs)));
  }
  return s;
}

/// p_i moves by the mean over j of f_ij = 1/2 (o_ij - n/4) / (n/4) (p_i - p_j): away from spheres
/// that it shares too much with, towards those that it shares too little with.
arma::fmat moved(const arma::fmat& P, const arma::mat& o, double quarter) {
  const arma::mat p = arma::conv_to<arma::mat>::from(P);
  const auto K = static_cast<double>(P.n_cols);
  arma::mat weight = (o - quarter) / (2 * quarter * K);
  weight.diag().zeros();
  const arma::mat next = p + p * arma::diagmat(arma::sum(weight, 1)) - p * weight;
  return arma::conv_to<arma::fmat>::from(next);
}

/// Spherical hashing. The paper compares codes by a distance of its own, the bits that differ over
/// the ones in common; here, as for all codes of one bit a dimension, it is the Hamming distance.
class Sph final : public Projection {
 public:
  MethodInfo info() const override {
    return {"sph",
            1,
            "Heo, Lee, He, Chang & Yoon, CVPR 2012",
            "hyperspheres that each contain half of the samples, and every two of them a quarter; "
            "Hamming distance",
            "O(iterations (d n K + n K^2))",
            "SpH"};
  }

  void describe(Options& options) override {
    options.count("iterations", iterations_, 0, 100000,
                  "maximum number of rounds that move the spheres; 10 to 30 are typical, and the "
                  "paper has no limit");
  }

  std::size_t max_dimensions(std::size_t, std::size_t n) const override {
    return n == 0 ? 0 : std::numeric_limits<std::size_t>::max();
  }

  double work(const WorkSizes& s) const override {
    // Radii are medians, sought anew in each round.
    return static_cast<double>(iterations_) * 2 *
           (product_work(s.n, s.d + 2 * s.K, s.K) + step_work(s.n * s.K));
  }

  /// Forces need not settle (one feature alone cannot give quarters) and may throw spheres out of
  /// the data. So the first round within both of the paper's tolerances is kept, and if none is,
  /// the one whose overlaps were nearest to quarters on average. Of up to five samples all pivots
  /// are the mean, where no force moves them: all bits are alike.
  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    // Tolerances of the paper: 10 % and 15 % of n/4.
    const double quarter = static_cast<double>(data.X.n_cols) / 4;
    const double max_off = 0.1 * quarter, max_spread = 0.15 * quarter;
    arma::fmat P = first_pivots(data.X, dims, rng.stream("sph.pivots")), best;
    Spheres now = spheres(P, data.X), kept = now;
    if (!now.finite) {
      throw Error(ErrorCode::numerical,
                  "sph: a distance between training samples is no finite number, expected features "
                  "below 1e18: check them");
    }
    const auto settled = [&] { return now.off <= max_off && now.spread <= max_spread; };
    best = P;
    for (std::size_t round = 0; round < iterations_ && !settled(); ++round) {
      observer.tell("sph: spheres moved", round, iterations_);
      P = moved(P, now.o, quarter);
      now = spheres(P, data.X);
      if (!now.finite) break;
      if (now.off < kept.off || settled()) {
        kept = now;
        best = P;
      }
    }
    return std::make_unique<SphereProjector>(best, kept.r);
  }

  std::unique_ptr<const Projector> restore(const ProjectorState& state, std::size_t d,
                                           std::size_t dims) const override {
    return std::make_unique<SphereProjector>(
        arma::conv_to<arma::fmat>::from(state_array(state, "P", d, dims)),
        arma::conv_to<arma::fvec>::from(state_array(state, "r", dims, 1)));
  }

 private:
  /// Means of a few samples each: near the middle of the data, where spheres overlap and push
  /// apart.
  static arma::fmat first_pivots(const arma::fmat& X, std::size_t dims, const Rng& rng) {
    constexpr std::size_t samples_a_pivot = 5;
    arma::fmat P(X.n_rows, dims);
    for (std::size_t k = 0; k < dims; ++k) {
      P.col(k) = arma::mean(random_landmarks(X, samples_a_pivot, rng.stream("pivot", k)), 1);
    }
    return P;
  }

  std::size_t iterations_ = 100;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> sph() {
  return std::make_unique<Sph>();
}
}  // namespace projections

}  // namespace hashlab::hashers
