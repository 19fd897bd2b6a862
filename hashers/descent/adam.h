#pragma once

#include <armadillo>

#include <cmath>
#include <cstddef>

namespace hashlab::hashers {

/// Gradient descent with steps that are scaled entry by entry. Each learned array has one.
/// Source:  Kingma & Ba, Adam: A Method for Stochastic Optimization, ICLR 2015, algorithm 1, with
///          beta_1 = .9 and beta_2 = .99, for hundreds of steps and not thousands.
class Adam {
 public:
  explicit Adam(const arma::SizeMat& size)
      : m_(size, arma::fill::zeros), v_(size, arma::fill::zeros) {}

  /// One step down the gradient g of what is to be small.
  void step(arma::mat& x, const arma::mat& g, double rate) {
    ++t_;
    m_ = beta_1 * m_ + (1 - beta_1) * g;
    v_ = beta_2 * v_ + (1 - beta_2) * arma::square(g);
    const double of_m = 1 - std::pow(beta_1, t_), of_v = 1 - std::pow(beta_2, t_);
    x -= rate * (m_ / of_m) / (arma::sqrt(v_ / of_v) + epsilon);
  }

 private:
  static constexpr double beta_1 = 0.9, beta_2 = 0.99, epsilon = 1e-8;
  arma::mat m_, v_;
  int t_ = 0;
};

/// The rate of step t of `steps`, t = 1 .. steps, in units of the greatest: that one for three
/// fifths of the way, then falling evenly to a fiftieth.
inline double falling_rate(std::size_t t, std::size_t steps) {
  const double done = static_cast<double>(t) / static_cast<double>(steps);
  return done < 0.6 ? 1 : (1 - done) / 0.4 * 0.98 + 0.02;
}

}  // namespace hashlab::hashers
