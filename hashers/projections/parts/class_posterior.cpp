#include "hashers/projections/parts/class_posterior.h"

#include "hashers/factored.h"
#include "lib/error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hashlab::hashers {
namespace {

constexpr std::size_t max_steps = 1000;
constexpr double negligible_change = 1e-4;

/// Of the ridge, on multiples of I and on offsets: enough that there is one best, and it is finite.
constexpr double min_share = 0.01;

constexpr std::size_t max_newton_steps = 100;
constexpr double min_newton_share = 1e-9;

/// Probabilities below count as this in a log loss.
constexpr double min_probability = 1e-12;

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

ClassPosterior scaled_posterior(const ClassPosteriorProblem& problem) {
  const arma::mat &F = problem.F, &Y = problem.Y;
  const double weight = problem.ridge * min_share * static_cast<double>(Y.n_cols);
  const auto posterior = [&](const arma::vec& at) {
    return ClassPosterior{at[0] * arma::eye(Y.n_cols, Y.n_cols),
                          arma::rowvec(Y.n_cols, arma::fill::value(at[1])), problem.exclusive};
  };
  const auto objective = [&](const arma::vec& at) {
    return log_loss(probabilities_of(at[0] * F + at[1], problem.exclusive), Y, problem.exclusive) *
               static_cast<double>(Y.n_rows) +
           weight / 2 * arma::dot(at, at);
  };
  arma::vec at(2, arma::fill::zeros);
  double value = objective(at);
  for (std::size_t step = 0; step < max_newton_steps && std::isfinite(value); ++step) {
    const arma::mat P = probabilities_of(at[0] * F + at[1], problem.exclusive), wrong = P - Y;
    arma::vec gradient = {arma::accu(wrong % F), problem.exclusive ? 0 : arma::accu(wrong)};
    gradient += weight * at;
    arma::mat curvature = weight * arma::eye(2, 2);
    if (problem.exclusive) {
      const arma::vec mean = arma::sum(P % F, 1);
      curvature(0, 0) += arma::accu(P % arma::square(F)) - arma::dot(mean, mean);
    } else {
      const arma::mat bend = P % (1 - P);
      curvature(0, 0) += arma::accu(bend % arma::square(F));
      curvature(1, 1) += arma::accu(bend);
      curvature(0, 1) += arma::accu(bend % F);
      curvature(1, 0) = curvature(0, 1);
    }
    const arma::vec whole = arma::solve(curvature, gradient);
    double share = 1, next = value;
    while (share > min_newton_share && !((next = objective(at - share * whole)) < value)) {
      share /= 2;
    }
    if (!(next < value)) break;
    at -= share * whole;
    value = next;
  }
  return posterior(at);
}

ClassPosterior class_posterior(const ClassPosteriorProblem& problem, const ClassPosterior& start) {
  const arma::uword C = problem.Y.n_cols;
  const double ridge = problem.ridge;
  const arma::mat A = with_ones(problem.F);
  // Log losses curve by 1/2 at most in every direction of scores that softmax compares, by 1/4 if
  // each class has its own.
  arma::mat bound = A.t() * A * (problem.exclusive ? 0.5 : 0.25), L;
  bound.diag() += ridge;
  if (!arma::chol(L, bound, "lower")) {
    throw Error(ErrorCode::numerical, problem.method +
                                          ": the scores' covariance could not be factorised, "
                                          "expected finite features: check them");
  }
  const auto pull = [&](const arma::mat& at) {  // gradient of the penalty
    arma::mat gradient = ridge * at;
    gradient.head_rows(C).diag() -=
        (1 - min_share) * ridge * arma::trace(at.head_rows(C)) / static_cast<double>(C);
    gradient.row(C) *= min_share;
    return gradient;
  };
  const double negligible = negligible_change * std::sqrt(static_cast<double>(A.n_rows * C));
  arma::mat W = arma::join_cols(start.W, start.b), ahead = W;
  double inertia = 1;
  for (std::size_t step = 0; step < max_steps; ++step) {
    const arma::mat wrong = probabilities_of(A * ahead, problem.exclusive) - problem.Y,
                    gradient = A.t() * wrong + pull(ahead);
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
  return {W.head_rows(C), W.tail_rows(1), problem.exclusive};
}

arma::uvec class_folds(const arma::mat& Y, std::size_t folds, Rng rng) {
  const auto class_of = [&](std::uint32_t i) {
    const arma::rowvec row = Y.row(i);
    return row.max() > 0 ? row.index_max() : Y.n_cols;
  };
  std::vector<std::uint32_t> order(Y.n_rows);
  std::iota(order.begin(), order.end(), 0u);
  rng.shuffle(order);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return class_of(a) < class_of(b); });
  arma::uvec fold(Y.n_rows);
  for (std::size_t place = 0; place < order.size(); ++place) fold[order[place]] = place % folds;
  return fold;
}

arma::mat cross_fitted(const ClassPosteriorProblem& problem, const arma::uvec& folds,
                       const ClassPosterior& start) {
  const arma::uword last = folds.max();
  if (last == 0) return start(problem.F);
  arma::mat P(arma::size(problem.Y));
  for (arma::uword k = 0; k <= last; ++k) {
    const arma::uvec inside = arma::find(folds == k), outside = arma::find(folds != k);
    const arma::mat F = problem.F.rows(outside), Y = problem.Y.rows(outside);
    P.rows(inside) = class_posterior({F, Y, problem.exclusive, problem.ridge, problem.method},
                                     start)(problem.F.rows(inside));
  }
  return P;
}

double log_loss(const arma::mat& probabilities, const arma::mat& Y, bool exclusive) {
  double sum = 0;
  for (arma::uword i = 0; i < Y.n_elem; ++i) {
    if (exclusive && !(Y[i] > 0)) continue;
    const double said = Y[i] > 0 ? probabilities[i] : 1 - probabilities[i];
    sum -= std::log(std::max(said, min_probability));
  }
  return sum / static_cast<double>(Y.n_rows);
}

}  // namespace hashlab::hashers
