#include "hashers/cross_modal/parts/bit_planes.h"

#include "hashers/projections/parts/linear_projection.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace hashlab::hashers {
namespace {

constexpr double gradient_tolerance = 1e-6;  // of its length at v = 0
constexpr std::size_t max_steps = 1000;      // what is then still open is near enough

[[noreturn]] void no_axes(const std::string& method) {
  throw Error(ErrorCode::numerical,
              fmt::format("{}: a decomposition of the samples did not converge: check the features",
                          method));
}

/// A bit's objective on the line v + t p, for the t where it is least.
struct LineOfPlanes {
  arma::uword n;
  const double *b, *y, *z;  ///< of each sample its bit, value at t = 0, and change of value with t
  double vp, pp;            ///< inner products by the weights q of |w|^2
  double C;

  struct Slope {
    double value, change;  ///< derivative of the objective, and its derivative
  };
  Slope at(double t) const {
    // Sums beside each other, since each addition to a single one would wait for the one before.
    constexpr arma::uword sums = 4;
    double values[sums] = {}, changes[sums] = {};
    const auto add = [&](arma::uword i, arma::uword sum) {
      const double value = y[i] + t * z[i];
      const double z_of_loss = b[i] * value < 1 ? z[i] : 0;
      values[sum] += (value - b[i]) * z_of_loss;
      changes[sum] += z[i] * z_of_loss;
    };
    const arma::uword whole = n - n % sums;
    for (arma::uword i = 0; i < whole; i += sums) {
      for (arma::uword sum = 0; sum < sums; ++sum) add(i + sum, sum);
    }
    for (arma::uword i = whole; i < n; ++i) add(i, i - whole);
    const double value = (values[0] + values[1]) + (values[2] + values[3]),
                 change = (changes[0] + changes[1]) + (changes[2] + changes[3]);
    return {vp + t * pp + 2 * C * value, pp + 2 * C * change};
  }

  /// The derivative rises with t, and is linear between the points where a sample gains or loses
  /// its loss. So Newton's steps find the least point once they are on its piece; bisection helps
  /// where they would leave what is known of it.
  double best() const {
    constexpr double tolerance = 1e-9;
    constexpr int most = 100;
    double low = 0, high = std::numeric_limits<double>::infinity(), t = 0;
    double enough = 0;
    for (int times = 0; times < most; ++times) {
      const Slope slope = at(t);
      if (times == 0) enough = tolerance * std::abs(slope.value);
      if (std::abs(slope.value) <= enough || !(slope.change > 0)) break;
      (slope.value < 0 ? low : high) = t;
      const double next = t - slope.value / slope.change;
      t = next > low && next < high ? next : (low + high) / 2;
    }
    return t;
  }
};

}  // namespace

/// Bits whose planes are still sought, a bit a column.
struct BitPlanes::OpenBits {
  arma::uvec place;     ///< among all bits
  arma::mat B, Y;       ///< n x k, bits and values v.x
  arma::mat V, G, P;    ///< m x k: solutions, gradients, directions of search
  arma::rowvec enough;  ///< squared length of gradients at which to end

  void keep(const arma::uvec& columns) {
    place = arma::uvec(place.elem(columns));
    for (arma::mat* M : {&B, &Y, &V, &G, &P}) *M = arma::mat(M->cols(columns));
    enough = arma::rowvec(enough.cols(columns));
  }
};

BitPlanes::BitPlanes(const arma::fmat& X, double C, const std::string& method) : C_(C) {
  arma::mat samples = arma::conv_to<arma::mat>::from(X), Q, axes;
  if (X.n_rows > X.n_cols) {
    arma::mat R;
    if (!arma::qr_econ(Q, R, samples)) no_axes(method);
    samples = std::move(R);
  }
  arma::vec s;
  if (!arma::eig_sym(s, axes, samples * samples.t())) no_axes(method);
  const double negligible = std::max(s.max(), 0.0) *
                            static_cast<double>(std::max(X.n_rows, X.n_cols)) *
                            std::numeric_limits<double>::epsilon();
  const arma::uvec varying = arma::find(s > negligible);
  axes = arma::mat(axes.cols(varying));
  q_ = 1 / (1 + 2 * C * s.elem(varying));
  T_ = axes * arma::diagmat(arma::sqrt(q_));
  X_ = T_.t() * samples;
  if (!Q.is_empty()) T_ = Q * T_;
}

void BitPlanes::step(OpenBits& open) const {
  const arma::mat Z = X_.t() * open.P;
  arma::mat loss(arma::size(open.B));  // b - y of samples that have one
  for (arma::uword k = 0; k < Z.n_cols; ++k) {
    const arma::vec qp = q_ % open.P.col(k);
    const double t = LineOfPlanes{Z.n_rows,
                                  open.B.colptr(k),
                                  open.Y.colptr(k),
                                  Z.colptr(k),
                                  arma::dot(qp, open.V.col(k)),
                                  arma::dot(qp, open.P.col(k)),
                                  C_}
                         .best();
    open.V.col(k) += t * open.P.col(k);
    open.Y.col(k) += t * Z.col(k);
    const double *b = open.B.colptr(k), *y = open.Y.colptr(k);
    double* l = loss.colptr(k);
    for (arma::uword i = 0; i < Z.n_rows; ++i) {
      const double left = b[i] - y[i];
      l[i] = b[i] * y[i] < 1 ? left : 0;
    }
  }
  const arma::mat G = open.V.each_col() % q_ - 2 * C_ * X_ * loss;
  for (arma::uword k = 0; k < G.n_cols; ++k) {
    const arma::vec g = G.col(k), before = open.G.col(k);
    const double beta = std::max(0.0, arma::dot(g, g - before) / arma::dot(before, before));
    open.P.col(k) = beta * open.P.col(k) - g;
    if (!(arma::dot(open.P.col(k), g) < 0)) open.P.col(k) = -g;
  }
  open.G = G;
}

arma::mat BitPlanes::solve(const arma::mat& B, std::string_view what,
                           const Observer& observer) const {
  arma::mat V(q_.n_elem, B.n_cols, arma::fill::zeros);
  if (V.is_empty()) return V;
  OpenBits open = {arma::regspace<arma::uvec>(0, B.n_cols - 1),
                   B,
                   arma::mat(arma::size(B), arma::fill::zeros),
                   V,
                   -2 * C_ * X_ * B,
                   2 * C_ * X_ * B,
                   {}};
  arma::rowvec squares = arma::sum(arma::square(open.G), 0);
  open.enough = gradient_tolerance * gradient_tolerance * squares;
  for (std::size_t steps = 0;; ++steps) {
    V.cols(open.place) = open.V;
    const arma::uvec left = arma::find(squares > open.enough);
    if (left.is_empty() || steps == max_steps) return V;
    if (left.n_elem < open.place.n_elem) open.keep(left);
    observer.tell(what, B.n_cols - left.n_elem, B.n_cols);
    step(open);
    squares = arma::sum(arma::square(open.G), 0);
  }
}

std::unique_ptr<const Projector> BitPlanes::learn(const arma::mat& B, std::string_view what,
                                                  const Observer& observer) const {
  // Opposite bits have opposite planes: of both those are sought whose first bit is +1.
  std::map<std::vector<bool>, arma::uword> plane_of;
  std::vector<arma::uword> sought;                // columns of B
  arma::uvec plane(B.n_cols, arma::fill::zeros);  // place among those sought
  arma::vec b(B.n_cols, arma::fill::zeros);
  for (arma::uword k = 0; k < B.n_cols; ++k) {
    std::vector<bool> other(B.n_rows);  // than the first sample's
    for (arma::uword i = 0; i < B.n_rows; ++i) other[i] = B(i, k) != B(0, k);
    if (std::find(other.begin(), other.end(), true) == other.end()) {
      b[k] = B(0, k);
      continue;
    }
    const auto [known, is_new] = plane_of.emplace(std::move(other), sought.size());
    if (is_new) sought.push_back(k);
    plane[k] = known->second;
  }
  arma::mat distinct(B.n_rows, sought.size());
  for (arma::uword j = 0; j < distinct.n_cols; ++j) {
    distinct.col(j) = B(0, sought[j]) * B.col(sought[j]);
  }
  const arma::mat found = T_ * solve(distinct, what, observer);
  arma::mat W(T_.n_rows, B.n_cols, arma::fill::zeros);
  for (arma::uword k = 0; k < B.n_cols; ++k) {
    if (b[k] == 0) W.col(k) = B(0, k) * found.col(plane[k]);
  }
  return linear_projector(W, arma::any(b != 0) ? b : arma::vec());
}

}  // namespace hashlab::hashers
