#include "hashers/cross_modal/cmssh_steps.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/parts/scaled_view.h"
#include "hashers/registry.h"
#include "hashers/signs.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hashlab::hashers {
namespace {

/// Cross-modality similarity-sensitive hashing: bits, boosted one by one, that agree for pairs of
/// neighbours and differ for others.
class Cmssh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {"cmssh", 1, "Bronstein, Bronstein, Michel & Paragios, CVPR 2010",
            "boosted hyperplanes that put neighbours on the same side and other pairs on different "
            "sides",
            "O(K pairs d_z + K n d_x d_z + K min(d_x, d_z)^3)"};
  }

  void describe(Options& options) override {
    options.count("pairs", pairs_, 1, 10000000,
                  "number of random pairs of neighbours, and of other pairs; 5000 is our choice");
    options.real_or_auto("rate", rate_, 0, 100,
                         "each bit multiplies the weights of pairs that it classifies correctly by "
                         "exp(-rate), and those of the others by exp(rate); 1 fits the scores of "
                         "this method in RCMH's paper, 0.2 those in CMFH's; auto: the rate of "
                         "AdaBoost, far better on Wiki (mAP of 0.21 instead of 0.13)");
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool fewer_are_first() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "cmssh");
    const ScaledView x = scaled_view(data.X), z = scaled_view(data.Z);
    const DrawnPairs pairs = draw_pairs(data, pairs_, "cmssh", rng.stream("cmssh.pairs"));
    arma::vec v(pairs.size());
    v.fill(1 / static_cast<double>(pairs.size()));
    arma::mat P(x.X.n_rows, dims), Q(z.X.n_rows, dims);
    arma::vec a(dims), b(dims);
    for (std::size_t k = 0; k < dims; ++k) {
      observer.tell("cmssh: bits", k, dims);
      CmsshBit bit = cmssh_directions(cmssh_moments(x.X, z.X, pairs, v));
      const arma::vec f = x.X.t() * bit.p, g = z.X.t() * bit.q;
      cmssh_offsets(f, g, pairs, v, bit);
      v = cmssh_reweighed(v, agreement(pairs, f + bit.a, g + bit.b), rate_);
      P.col(k) = bit.p;
      Q.col(k) = bit.q;
      a[k] = bit.a;
      b[k] = bit.b;
    }
    return {unscaled_projector(x, P, a, "cmssh"), unscaled_projector(z, Q, b, "cmssh")};
  }

 private:
  std::size_t pairs_ = 5000;
  std::optional<double> rate_ = 1;
};

/// The eigenvector of the greatest eigenvalue of G.
arma::mat greatest_axis(const arma::mat& G) {
  arma::vec values;
  arma::mat vectors;
  if (!arma::eig_sym(values, vectors, arma::symmatu(G))) {
    throw Error(ErrorCode::numerical, "cmssh: an eigendecomposition did not converge");
  }
  return vectors.tail_cols(1);
}

/// w at length 1; the first axis if it has none.
arma::vec at_unit_length(arma::vec w) {
  const double length = arma::norm(w);
  if (length > 0) return w / length;
  w[0] = 1;
  return w;
}

/// For each of n samples the sum over its pairs of v s times the sign of the other sample's value.
arma::vec pulls_on(arma::uword n, const std::vector<std::uint32_t>& own,
                   const std::vector<std::uint32_t>& other, const arma::vec& vs,
                   const arma::vec& values) {
  arma::vec c(n, arma::fill::zeros);
  for (std::size_t p = 0; p < own.size(); ++p) {
    c[own[p]] += values[other[p]] > 0 ? vs[p] : -vs[p];
  }
  return c;
}

}  // namespace

CmsshMoments cmssh_moments(const arma::mat& X, const arma::mat& Z, const DrawnPairs& pairs,
                           const arma::vec& v) {
  arma::vec of_x(X.n_cols, arma::fill::zeros), of_z(Z.n_cols, arma::fill::zeros);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    of_x[pairs.i[p]] += v[p];
    of_z[pairs.j[p]] += v[p];
  }
  CmsshMoments moments{X * of_x, Z * of_z, {}};
  const arma::mat centred_z = Z.each_col() - moments.nu;
  arma::mat partners(Z.n_rows, X.n_cols, arma::fill::zeros);  // of each x: sum of v s (z - nu)
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    partners.col(pairs.i[p]) += v[p] * pairs.s[p] * centred_z.col(pairs.j[p]);
  }
  moments.C = (X.each_col() - moments.mu) * partners.t();
  return moments;
}

CmsshBit cmssh_directions(const CmsshMoments& moments) {
  const arma::mat& C = moments.C;
  CmsshBit bit;
  if (C.n_cols <= C.n_rows) {
    bit.q = greatest_axis(C.t() * C);
    bit.p = at_unit_length(C * bit.q);
  } else {
    bit.p = greatest_axis(C * C.t());
    bit.q = at_unit_length(C.t() * bit.p);
  }
  if (bit.q[arma::abs(bit.q).index_max()] < 0) {
    bit.p = -bit.p;
    bit.q = -bit.q;
  }
  bit.a = -arma::dot(bit.p, moments.mu);
  bit.b = -arma::dot(bit.q, moments.nu);
  return bit;
}

BestOffset best_offset(const arma::vec& f, const arma::vec& c) {
  const arma::uvec order = arma::stable_sort_index(f);
  double value = arma::accu(c);
  const auto beyond = [](double y) { return 1 + std::abs(y); };  // a distance that shows in y
  BestOffset best{beyond(f[order[0]]) - f[order[0]], value};     // all above
  for (arma::uword rank = 0; rank < order.n_elem; ++rank) {
    const double low = f[order[rank]];
    value -= 2 * c[order[rank]];
    const bool is_last = rank + 1 == order.n_elem;
    const double high = is_last ? low + 2 * beyond(low) : f[order[rank + 1]];
    if (low == high || !(value > best.value)) continue;
    const double middle = low + (high - low) / 2;
    best = {-(middle < high ? middle : low), value};  // rounding may reach `high`
  }
  return best;
}

void cmssh_offsets(const arma::vec& f, const arma::vec& g, const DrawnPairs& pairs,
                   const arma::vec& v, CmsshBit& bit) {
  constexpr double min_gain = 1e-12;  // of sums of rounded weights, which are 1 together
  const arma::vec vs = v % pairs.s;
  double value = arma::dot(v, agreement(pairs, f + bit.a, g + bit.b));
  const auto gains = [&](const BestOffset& best, double& offset) {
    if (!(best.value > value + min_gain)) return false;
    offset = best.offset;
    value = best.value;
    return true;
  };
  do {
    gains(best_offset(f, pulls_on(f.n_elem, pairs.i, pairs.j, vs, g + bit.b)), bit.a);
  } while (gains(best_offset(g, pulls_on(g.n_elem, pairs.j, pairs.i, vs, f + bit.a)), bit.b));
}

arma::vec cmssh_reweighed(const arma::vec& v, const arma::vec& right, std::optional<double> rate) {
  constexpr double most = 1 - 1e-10;
  if (!rate) {
    const double r = std::clamp(arma::dot(v, right), -most, most);
    rate = std::log((1 + r) / (1 - r)) / 2;
  }
  const arma::vec weights = v % arma::exp(-*rate * right);
  return weights / arma::accu(weights);
}

namespace cross_modal {
std::unique_ptr<CrossModal> cmssh() {
  return std::make_unique<Cmssh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
