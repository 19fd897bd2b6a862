#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/scm_steps.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

/// Semantic correlation maximisation: linear functions of both views whose bits multiply to the
/// cosines of label vectors. Bits that sequential learning does not reach keep directions of the
/// views' correlation, the best last, as in the authors' program.
class Scm final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"scm", 3, "Zhang & Li, AAAI 2014",
            "directions of two views, trained so that products of their bits fit the similarity of "
            "labels",
            "O(n d^2 + K (d^3 + n d))"};
  }

  void describe(Options& options) override {
    options.choice(
        "variant", variant_, {"sequential", "orthogonal"},
        "sequential: bit by bit, each fitted to the residual of the bits before; orthogonal: all "
        "at once, as orthogonal directions; both are in the paper, where sequential is better");
    options.scaled(
        "ridge", ridge_, "auto", 1e-12, 1e12,
        "added to the diagonals of the views' scatter matrices, which are sums over the samples; "
        "1e-6 in the authors' program, which fails if there are as many features as samples; auto: "
        "the mean squared length of a view's centred samples, our choice");
    options
        .choice("beyond-rank", beyond_rank_, {"null", "rotated"},
                "directions if there are more bits than features of a view; null: also directions "
                "without correlation, as in the authors' program; rotated: the correlated ones, "
                "rotated by one random matrix")
        .only_if("variant", "orthogonal");
  }

  Supervision supervision() const override { return Supervision::labels; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    const arma::mat Y = required_classes(data, "scm");
    if (Y.n_cols < 2) {
      throw Error(ErrorCode::invalid_argument,
                  "scm: the training samples are of one class, expected at least 2: use more "
                  "training samples or an unsupervised method");
    }
    const auto cca = two_view_cca(data, ridge_, "scm");
    const arma::mat C = scm_target(cca->X_w, cca->Z_w, unit_rows(Y), dims);
    const DirectionPairs found = variant_ == "sequential" ? sequential(*cca, C, dims, rng, observer)
                                                          : orthogonal(C, dims, rng);
    return projectors_on(found, *cca);
  }

 private:
  DirectionPairs orthogonal(const arma::mat& C, std::size_t dims, const Rng& rng) const {
    arma::vec e;
    const DirectionPairs pairs = singular_pairs(C, e, "scm");
    return beyond_rank_ == "null" ? completed_pairs(pairs, dims, rng.stream("scm.null"))
                                  : spread_pairs(pairs, dims, rng.stream("scm.rotation"));
  }

  static DirectionPairs sequential(const TwoViewCca& cca, const arma::mat& C, std::size_t dims,
                                   const Rng& rng, const Observer& observer) {
    DirectionPairs found = completed_pairs(cca.pairs, dims, rng.stream("scm.null"));
    found = {arma::fliplr(found.A), arma::fliplr(found.B)};
    const DirectionPairs learned = scm_sequence(C, cca.X_w, cca.Z_w, dims, observer).pairs;
    found.A.head_cols(learned.A.n_cols) = learned.A;
    found.B.head_cols(learned.B.n_cols) = learned.B;
    return found;
  }

  std::string variant_ = "sequential", beyond_rank_ = "null";
  Scaled ridge_;
};

/// The largest squared singular value of C and its vectors.
struct ScmLargest {
  arma::vec a, b;
  double e = 0;
};

ScmLargest largest_pair(const arma::mat& C) {
  const bool first_is_smaller = C.n_rows <= C.n_cols;
  const arma::mat G = first_is_smaller ? arma::mat(C * C.t()) : arma::mat(C.t() * C);
  arma::vec values;
  arma::mat axes;
  if (!arma::eig_sym(values, axes, G)) {
    throw Error(ErrorCode::numerical,
                "scm: an eigendecomposition did not converge: check the features");
  }
  const arma::vec axis = axes.tail_cols(1);
  ScmLargest found = {axis, axis, values.max()};
  if (first_is_smaller) {
    found.b = arma::normalise(C.t() * axis);
  } else {
    found.a = arma::normalise(C * axis);
  }
  if (found.a[arma::index_max(arma::abs(found.a))] < 0) {
    found.a = -found.a;
    found.b = -found.b;
  }
  return found;
}

}  // namespace

arma::mat unit_rows(const arma::mat& Y) {
  return arma::normalise(Y, 2, 1);
}

arma::mat scm_target(const arma::mat& X, const arma::mat& Z, const arma::mat& Y, std::size_t K) {
  const arma::mat XY = X * Y, ZY = Z * Y;
  const arma::vec X1 = arma::sum(X, 1), Z1 = arma::sum(Z, 1);
  return static_cast<double>(K) * (2 * XY * ZY.t() - X1 * Z1.t());
}

ScmBits scm_sequence(arma::mat C, const arma::mat& X_w, const arma::mat& Z_w, std::size_t K,
                     const Observer& observer) {
  ScmBits bits = {{arma::mat(C.n_rows, K), arma::mat(C.n_cols, K)}, arma::vec(K)};
  arma::uword k = 0;
  for (; k < K; ++k) {
    observer.tell("scm: bits", k, K);
    const ScmLargest largest = largest_pair(C);
    if (!(largest.e > 0) || (k > 0 && largest.e > bits.e[k - 1])) break;
    bits.pairs.A.col(k) = largest.a;
    bits.pairs.B.col(k) = largest.b;
    bits.e[k] = largest.e;
    C -= (X_w * signs(X_w.t() * largest.a)) * (Z_w * signs(Z_w.t() * largest.b)).t();
  }
  return {{bits.pairs.A.head_cols(k), bits.pairs.B.head_cols(k)}, bits.e.head(k)};
}

namespace cross_modal {
std::unique_ptr<CrossModal> scm() {
  return std::make_unique<Scm>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
