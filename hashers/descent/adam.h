#pragma once

#include <armadillo>

#include <cmath>
#include <cstddef>

namespace hashlab::hashers {

/// Gradient descent with steps that are scaled entry by entry. Each trained array has its own
/// object.
/// Source:  Kingma & Ba, Adam: A Method for Stochastic Optimization, ICLR 2015, algorithm 1, with
///          beta_1 = 0.9 and beta_2 = 0.99, suited to hundreds rather than thousands of steps.
class Adam {
 public:
  explicit Adam(const arma::SizeMat& size)
      : m_(size, arma::fill::zeros), v_(size, arma::fill::zeros) {}

  /// Moves x by one step against g, the gradient at x of the function to minimise. `rate` is the
  /// learning rate.
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

/// The rate of step t of `steps`, t = 1 .. steps, relative to the largest rate: 1 for the first
/// three fifths, then decreasing linearly to 1/50.
inline double falling_rate(std::size_t t, std::size_t steps) {
  const double done = static_cast<double>(t) / static_cast<double>(steps);
  return done < 0.6 ? 1 : (1 - done) / 0.4 * 0.98 + 0.02;
}

}  // namespace hashlab::hashers
