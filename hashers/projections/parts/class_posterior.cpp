#include "hashers/projections/parts/class_posterior.h"

#include "hashers/factored.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>

namespace hashlab {
namespace {

constexpr std::size_t most_steps = 1000;
constexpr double negligible_change = 1e-5;

/// Probabilities below count as this in a log loss.
constexpr double least_probability = 1e-12;

arma::mat with_ones(const arma::mat& F) {
  return arma::join_rows(F, arma::vec(F.n_rows, arma::fill::ones));
}

arma::mat probabilities_of(arma::mat scores, bool exclusive) {
  if (!exclusive) return 1 / (1 + arma::exp(-scores));
  scores.each_col() -= arma::vec(arma::max(scores, 1));
  scores = arma::exp(scores);
  scores.each_col() /= arma::vec(arma::sum(scores, 1));
  return scores;
}

}  // namespace

arma::mat ClassPosterior::operator()(const arma::mat& F) const {
  return probabilities_of(with_ones(F) * arma::join_cols(W, b), exclusive);
}

ClassPosterior class_posterior(const arma::mat& F, const arma::mat& Y, bool exclusive, double ridge,
                               const std::string& method) {
  const arma::mat A = with_ones(F);
  arma::vec penalty(A.n_cols, arma::fill::value(ridge));
  penalty.tail(1).zeros();
  // Log losses curve by 1/2 at most in every direction of scores that softmax compares, by 1/4 if
  // each class has its own.
  arma::mat bound = A.t() * A * (exclusive ? 0.5 : 0.25), L;
  bound.diag() += penalty;
  if (!arma::chol(L, bound, "lower")) {
    throw Error(ErrorCode::numerical, method +
                                          ": the scores' covariance could not be factorised, "
                                          "expected finite features: check them");
  }
  const double negligible = negligible_change * std::sqrt(static_cast<double>(A.n_rows * Y.n_cols));
  arma::mat W(A.n_cols, Y.n_cols, arma::fill::zeros), ahead = W;
  double inertia = 1;
  for (std::size_t step = 0; step < most_steps; ++step) {
    const arma::mat wrong = probabilities_of(A * ahead, exclusive) - Y,
                    gradient = A.t() * wrong + arma::diagmat(penalty) * ahead;
    const arma::mat next = ahead - solve_factored(L, gradient), moved = next - W;
    const double change = arma::norm(A * moved, "fro");
    // Momentum that points uphill begins anew (O'Donoghue & Candes, 2015).
    if (arma::accu(gradient % moved) > 0) inertia = 1;
    const double grown = (1 + std::sqrt(1 + 4 * inertia * inertia)) / 2;
    ahead = next + (inertia - 1) / grown * moved;
    inertia = grown;
    W = next;
    if (change <= negligible) break;
  }
  return {W.head_rows(F.n_cols), W.tail_rows(1), exclusive};
}

double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive) {
  double sum = 0;
  for (arma::uword i = 0; i < Y.n_elem; ++i) {
    if (exclusive && !(Y[i] > 0)) continue;
    const double said = Y[i] > 0 ? probabilities[i] : 1 - probabilities[i];
    sum -= std::log(std::max(said, least_probability));
  }
  return sum / static_cast<double>(Y.n_rows);
}

}  // namespace hashlab
