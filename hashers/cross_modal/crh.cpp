#include "hashers/content.h"
#include "hashers/cross_modal/crh_steps.h"
#include "hashers/cross_modal/parts/kernel_or_linear.h"
#include "hashers/cross_modal/parts/paired.h"
#include "hashers/cross_modal/parts/scaled_view.h"
#include "hashers/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace hashlab::hashers {
namespace {

/// tau is a parabola up to |d| = l, a flatter one from there to a l = 1.
struct Tau {
  static constexpr double a = 3.7, l = 1 / a;
};

/// Steps of the concave-convex procedure on one view before it is the other's turn, and subgradient
/// steps for each of them.
constexpr std::size_t convex_steps = 2, subgradient_steps = 30;

/// How often a step that does not lower the bound is halved before it is given up.
constexpr std::size_t halvings = 8;

/// A bit of each view.
struct CrhBit {
  arma::vec w, u;
};

/// A random direction along which the values of the samples have mean magnitude 1.
arma::vec random_direction(const arma::mat& X, Rng rng) {
  arma::vec w(X.n_rows);
  for (double& entry : w) entry = rng.normal();
  const double magnitude = arma::mean(arma::abs(X.t() * w));
  return magnitude > 0 ? arma::vec(w / magnitude) : w;
}

/// Co-regularised hashing: boosted bits whose values avoid 0, are near each other for neighbours
/// and apart for others.
class Crh final : public KernelOrLinear {
 public:
  MethodInfo info() const override {
    return {
        "crh", 1, "Zhen & Yeung, NIPS 2012",
        "boosted hyperplanes whose values are close for neighbours and far apart for other pairs",
        "O(K rounds (n (d_x + d_z) + pairs))"};
  }

  void describe(Options& options) override {
    options.count("pairs", pairs_, 1, 10000000,
                  "number of random pairs of neighbours, and of other pairs; 5000 is our choice");
    options.real("lambda-x", lambda_x_, 0, 1e30,
                 "weight of |w|^2 in the first view, for samples of mean squared length 1; chosen "
                 "among 0.001 .. 1 in the paper; 0.1 is our choice");
    options.real("lambda-z", lambda_z_, 0, 1e30,
                 "weight of |w|^2 in the second view, as lambda-x "
                 "in the first");
    options.real("pair-weight", gamma_, 0, 1e30,
                 "the paper's gamma, weight of the loss over pairs; chosen among 0.01 .. 1000 in "
                 "the paper; 10 is our choice");
    options.count("rounds", rounds_, 1, 1000,
                  "number of times that both views are updated per bit; 2 is our choice");
  }

  Supervision supervision() const override { return Supervision::neighbours; }

  std::size_t max_dimensions(std::size_t, std::size_t, std::size_t) const override {
    return std::numeric_limits<std::size_t>::max();
  }

  bool fewer_are_first() const override { return true; }

  PairedProjectors learn(const PairedTrainingSet& data, std::size_t dims, const Rng& rng,
                         const Observer& observer) const override {
    require_finite(data, "crh");
    const ScaledView x = scaled_view(data.X), z = scaled_view(data.Z);
    const DrawnPairs pairs = draw_pairs(data, pairs_, "crh", rng.stream("crh.pairs"));
    const std::string key = data.reuse == nullptr ? "" : key_of(data, rng);
    arma::vec v(pairs.size());
    v.fill(1 / static_cast<double>(pairs.size()));
    arma::mat W(x.X.n_rows, dims), U(z.X.n_rows, dims);
    for (std::size_t k = 0; k < dims; ++k) {
      observer.tell("crh: bits", k, dims);
      const CrhView of_x{x.X, pairs.i, pairs.j, pairs.s, v, lambda_x_, gamma_},
          of_z{z.X, pairs.j, pairs.i, pairs.s, v, lambda_z_, gamma_};
      const auto bit = reused<CrhBit>(
          data.reuse, fmt::format("{}, bit {}", key, k),
          [&] { return learn_bit(of_x, of_z, rng, k); },
          [](const CrhBit& b) { return (b.w.n_elem + b.u.n_elem) * sizeof(double); });
      W.col(k) = bit->w;
      U.col(k) = bit->u;
      v = crh_reweighed(v, agreement(pairs, x.X.t() * bit->w, z.X.t() * bit->u));
    }
    return {unscaled_projector(x, W, {}, "crh"), unscaled_projector(z, U, {}, "crh")};
  }

 private:
  CrhBit learn_bit(const CrhView& x, const CrhView& z, const Rng& rng, std::size_t k) const {
    CrhBit bit{random_direction(x.X, rng.stream("crh.start-x", k)),
               random_direction(z.X, rng.stream("crh.start-z", k))};
    for (std::size_t round = 0; round < rounds_; ++round) {
      const arma::vec g = z.X.t() * bit.u;
      for (std::size_t t = 0; t < convex_steps; ++t)
        bit.w = crh_descend(x, bit.w, g, subgradient_steps);
      const arma::vec f = x.X.t() * bit.w;
      for (std::size_t t = 0; t < convex_steps; ++t)
        bit.u = crh_descend(z, bit.u, f, subgradient_steps);
    }
    return bit;
  }

  /// Of all that bits depend on: those of all code lengths are the same.
  std::string key_of(const PairedTrainingSet& data, const Rng& rng) const {
    return fmt::format(
        "crh/{} pairs={} lambda-x={} lambda-z={} pair-weight={} rounds={} of {} {} "
        "neighbours {} stream {}",
        info().version, pairs_, lambda_x_, lambda_z_, gamma_, rounds_, content_of(data.X),
        content_of(data.Z), content_of(data.S), rng.seed());
  }

  std::size_t pairs_ = 5000, rounds_ = 2;
  double lambda_x_ = .1, lambda_z_ = .1, gamma_ = 10;
};

/// What crh_descend minimises: the convex bound of the objective that touches it where the values
/// of this view's samples are f_0.
class CrhBound {
 public:
  CrhBound(const CrhView& view, const arma::vec& f_0, const arma::vec& g)
      : view_(view), g_(g), share_(1 / static_cast<double>(f_0.n_elem)), tangent_(f_0.n_elem) {
    for (arma::uword i = 0; i < f_0.n_elem; ++i) tangent_[i] = f_0[i] > 0 ? -share_ : share_;
    for (std::size_t p = 0; p < view.own.size(); ++p) {
      if (view.s[p] < 0) tangent_[view.own[p]] -= view.gamma * view.v[p] * difference(f_0, p);
    }
  }

  /// Up to a constant. `slopes` become the derivatives by f, where it bends one of them.
  double value(const arma::vec& w, const arma::vec& f, arma::vec& slopes) const {
    double sum = arma::dot(tangent_, f) + view_.lambda / 2 * arma::dot(w, w);
    slopes = tangent_;
    for (arma::uword i = 0; i < f.n_elem; ++i) {
      const double magnitude = std::abs(f[i]);
      sum += share_ * std::max(1.0, magnitude);
      if (magnitude > 1) slopes[i] += f[i] > 0 ? share_ : -share_;
    }
    for (std::size_t p = 0; p < view_.own.size(); ++p) {
      const double d = difference(f, p), weight = view_.gamma * view_.v[p];
      const bool alike = view_.s[p] > 0;
      sum += weight * (alike ? d * d : crh_tau_convex(d));
      slopes[view_.own[p]] += weight * (alike ? 2 * d : crh_tau_slope(d));
    }
    return sum;
  }

  /// The most that a derivative by f changes with f. That of max(1, |f|) jumps by 1; this counts
  /// as if it took a unit of f.
  arma::vec bends() const {
    arma::vec most(tangent_.n_elem);
    most.fill(share_);
    for (std::size_t p = 0; p < view_.own.size(); ++p) {
      const double bend = view_.s[p] > 0 ? 2 : Tau::a / (Tau::a - 1);
      most[view_.own[p]] += view_.gamma * view_.v[p] * bend;
    }
    return most;
  }

 private:
  double difference(const arma::vec& f, std::size_t p) const {
    return f[view_.own[p]] - g_[view_.other[p]];
  }

  const CrhView& view_;
  const arma::vec& g_;
  double share_;       // of a sample in means
  arma::vec tangent_;  // the linear term, by f
};

}  // namespace

double crh_tau(double d) {
  return crh_tau_convex(d) - (d * d - Tau::a * Tau::l * Tau::l) / 2;
}

double crh_tau_convex(double d) {
  constexpr double a = Tau::a, l = Tau::l;
  const double e = std::abs(d);
  if (e <= l) return 0;
  return e <= a * l ? a * (e - l) * (e - l) / (2 * (a - 1)) : (d * d - a * l * l) / 2;
}

double crh_tau_slope(double d) {
  const double bent = Tau::a * (std::abs(d) - Tau::l) / (Tau::a - 1);
  return std::copysign(std::max(0.0, std::min(bent, std::abs(d))), d);
}

double crh_margins(const arma::vec& f) {
  return arma::mean(arma::clamp(1 - arma::abs(f), 0, arma::datum::inf));
}

double crh_objective(const CrhView& view, const arma::vec& w, const arma::vec& g) {
  const arma::vec f = view.X.t() * w;
  double pairs = 0;
  for (std::size_t p = 0; p < view.own.size(); ++p) {
    const double d = f[view.own[p]] - g[view.other[p]];
    pairs += view.v[p] * (view.s[p] > 0 ? d * d : crh_tau(d));
  }
  return crh_margins(f) + view.gamma * pairs + view.lambda / 2 * arma::dot(w, w);
}

arma::vec crh_descend(const CrhView& view, arma::vec w, const arma::vec& g, std::size_t steps) {
  arma::vec f = view.X.t() * w, slopes, slopes_there;
  const CrhBound bound(view, f, g);
  const arma::vec bends = bound.bends();
  double value = bound.value(w, f, slopes);
  for (std::size_t step = 0; step < steps; ++step) {
    const arma::vec gradient = view.X * slopes + view.lambda * w,
                    f_gradient = view.X.t() * gradient;
    const double squared = arma::dot(gradient, gradient),
                 bend = arma::dot(bends, arma::square(f_gradient)) + view.lambda * squared;
    if (!(bend > 0)) break;
    bool is_lower = false;
    double length = squared / bend;  // the least value of a parabola that bends so
    for (std::size_t half = 0; half < halvings && !is_lower; ++half, length /= 2) {
      const arma::vec there = w - length * gradient, f_there = f - length * f_gradient;
      const double value_there = bound.value(there, f_there, slopes_there);
      is_lower = value_there < value;
      if (!is_lower) continue;
      w = there;
      f = f_there;
      value = value_there;
      slopes.swap(slopes_there);
    }
    if (!is_lower) break;
  }
  return w;
}

arma::vec crh_reweighed(const arma::vec& v, const arma::vec& right) {
  const double err = std::clamp((1 - arma::dot(v, right)) / 2, 1e-10, 1 - 1e-10);
  arma::vec weights = v;
  weights.elem(arma::find(right > 0)) *= err / (1 - err);
  return weights / arma::accu(weights);
}

namespace cross_modal {
std::unique_ptr<CrossModal> crh() {
  return std::make_unique<Crh>();
}
}  // namespace cross_modal

}  // namespace hashlab::hashers
