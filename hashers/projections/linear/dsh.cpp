#include "hashers/projections/parts/kernel_map.h"
#include "hashers/projections/parts/landmarks.h"
#include "hashers/projections/parts/linear_projection.h"
#include "hashers/projections/parts/squared_distances.h"
#include "hashers/registry.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hashlab::hashers {
namespace {

/// A plane halfway between two groups, and how evenly it divides the samples.
struct CandidatePlane {
  arma::vec w;  // of length 1
  double b = 0;
  double entropy = 0;  // of the shares of samples on either side, in nats
};

/// The columns of C without repetitions, in their order: repeated samples give repeated centres,
/// and there is no plane between those.
arma::fmat distinct_columns(const arma::fmat& C) {
  std::vector<arma::uword> kept;
  for (arma::uword j = 0; j < C.n_cols; ++j) {
    const bool repeated = std::any_of(kept.begin(), kept.end(), [&](arma::uword i) {
      return std::equal(C.begin_col(i), C.end_col(i), C.begin_col(j));
    });
    if (!repeated) kept.push_back(j);
  }
  return C.cols(arma::uvec(kept));
}

/// Entry (i, j), i < j, is 1 if one of the groups is among the r nearest of the other.
arma::umat adjacent_groups(const arma::fmat& squared, std::size_t r) {
  const arma::uword k = squared.n_cols;
  arma::umat adjacent(k, k, arma::fill::zeros);
  for (arma::uword j = 0; j < k; ++j) {
    const arma::uvec order = arma::stable_sort_index(squared.col(j));
    std::size_t found = 0;
    for (arma::uword place = 0; place < k && found < r; ++place) {
      const arma::uword i = order[place];
      if (i == j) continue;
      adjacent(std::min(i, j), std::max(i, j)) = 1;
      ++found;
    }
  }
  return adjacent;
}

/// The plane w.x + b = 0 of points that are equally far from both centres. Groups count as a whole,
/// by the side of their centre, as in the paper.
CandidatePlane median_plane(const arma::mat& centres, const arma::vec& shares, arma::uword i,
                            arma::uword j) {
  const arma::vec difference = centres.col(i) - centres.col(j);
  CandidatePlane plane{difference / arma::norm(difference)};
  plane.b = -arma::dot(plane.w, (centres.col(i) + centres.col(j)) / 2);
  double above = 0;
  for (arma::uword s = 0; s < centres.n_cols; ++s) {
    if (arma::dot(plane.w, centres.col(s)) + plane.b > 0) above += shares[s];
  }
  for (const double p : {above, 1 - above}) plane.entropy -= p > 0 ? p * std::log(p) : 0;
  return plane;
}

/// Density sensitive hashing: planes between neighbouring groups, the most even first. A plane's
/// normal has length 1, unlike in the paper, so that values are distances and thresholds
/// comparable; bits are the same.
class Dsh final : public LinearProjection {
 public:
  MethodInfo info() const override {
    return {"dsh", 1, "Jin, Li, Lin & Cai, IEEE Trans. Cybernetics 44(8), 2014",
            "the planes halfway between adjacent k-means clusters that divide the samples most "
            "evenly",
            "O(iterations d n K + d K^2)"};
  }

  void describe(Options& options) override {
    options.real("groups", groups_, 1, 1000,
                 "number of k-means clusters per hash dimension; 1.5 in the paper (alpha)");
    options.count(
        "adjacent", adjacent_, 1, 100000,
        "number of nearest clusters with which each cluster forms planes; 3 in the paper (r)");
    options.count("iterations", iterations_, 0, 100000, "rounds of k-means; 3 in the paper (p)");
  }

  std::string grid() const override { return "groups=1.5,3; adjacent=3,7"; }

  /// n groups have no more than n (n - 1) / 2 planes between them.
  std::size_t max_dimensions(std::size_t, std::size_t n) const override {
    return n < 2 ? 0 : n * (n - 1) / 2;
  }

  double work(const WorkSizes& s) const override {
    return 3 * (1 + static_cast<double>(iterations_)) * groups_ *
           (product_work(s.n, s.d, s.K) + step_work(s.n * s.K) / 4);
  }

  /// If r neighbours a group give fewer planes than dimensions, r is the least number that gives
  /// enough; if there are too few distinct groups for that, the last dimensions are constant: 0,
  /// the bit 0.
  std::unique_ptr<const Projector> learn(const TrainingSet& data, std::size_t dims, const Rng& rng,
                                         const Observer& observer) const override {
    const arma::fmat found = distinct_columns(kmeans_landmarks(
        data.X, group_count(dims), iterations_, rng.stream("dsh.groups"), "dsh: groups", observer));
    const arma::fmat squared = squared_distances(found, found);
    if (!squared.is_finite()) {
      throw Error(
          ErrorCode::numerical,
          "dsh: a distance between groups is no finite number, expected features below 1e18: "
          "check them");
    }
    arma::vec shares(found.n_cols, arma::fill::zeros);
    for (const arma::uword s : nearest_landmarks(data.X, found)) ++shares[s];
    shares /= static_cast<double>(data.X.n_cols);

    arma::umat adjacent = adjacent_groups(squared, adjacent_);
    for (std::size_t r = adjacent_ + 1; r < found.n_cols && arma::accu(adjacent) < dims; ++r) {
      adjacent = adjacent_groups(squared, r);
    }
    const arma::mat centres = arma::conv_to<arma::mat>::from(found);
    std::vector<CandidatePlane> planes;
    for (arma::uword j = 1; j < centres.n_cols; ++j) {
      observer.tell("dsh: planes", j, centres.n_cols);
      for (arma::uword i = 0; i < j; ++i) {
        if (adjacent(i, j) != 0) planes.push_back(median_plane(centres, shares, i, j));
      }
    }
    // Their numbers are sorted, for sorting the planes themselves takes long to compile.
    arma::vec entropies(planes.size());
    for (std::size_t p = 0; p < planes.size(); ++p) entropies[p] = planes[p].entropy;
    const arma::uvec order = arma::stable_sort_index(entropies, "descend");
    arma::mat W(centres.n_rows, dims, arma::fill::zeros);
    arma::vec b(dims, arma::fill::zeros);
    for (arma::uword k = 0; k < std::min(dims, planes.size()); ++k) {
      W.col(k) = planes[order[k]].w;
      b[k] = planes[order[k]].b;
    }
    return linear_projector(W, b);
  }

 private:
  /// groups_ a dimension, but no fewer than have as many pairs.
  std::size_t group_count(std::size_t dims) const {
    auto count = static_cast<std::size_t>(std::ceil(groups_ * static_cast<double>(dims)));
    count = std::max<std::size_t>(count, 2);
    while (count * (count - 1) / 2 < dims) ++count;
    return count;
  }

  double groups_ = 1.5;
  std::size_t adjacent_ = 3, iterations_ = 3;
};

}  // namespace

namespace projections {
std::unique_ptr<Projection> dsh() {
  return std::make_unique<Dsh>();
}
}  // namespace projections

}  // namespace hashlab::hashers
