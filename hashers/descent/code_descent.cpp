#include "hashers/descent/code_descent.h"

#include "hashers/descent/adam.h"
#include "hashers/descent/soft_precision.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace hashlab::hashers {

void describe_descent(Options& options, CodeDescent& descent, const std::string& prefix) {
  options.choice(prefix + "precision", descent.precision, {"query", "pooled"},
                 "average precision that is maximised; query: its mean over queries; pooled: that "
                 "of all pairs in one ranking");
  options.count(prefix + "steps", descent.steps, 1, 100000, "number of gradient steps");
  options.count(prefix + "batch", descent.batch, 2, 100000, "training samples per step");
  options.real(prefix + "rate", descent.rate, 1e-6, 10, "learning rate of Adam");
  options.real(prefix + "first-slope", descent.first_slope, 1e-3, 1e3,
               "initial slope of the tanh that replaces the step function of a bit");
  options.real(prefix + "last-slope", descent.last_slope, 1e-3, 1e3, "final slope of that tanh");
}

void descend(const CodeDescent& descent, std::size_t n, const Rng& rng, std::string_view what,
             const Observer& observer,
             const std::function<void(const arma::uvec& rows, double slope, double rate)>& step) {
  std::vector<std::uint32_t> order(n);
  arma::uvec rows(std::min(descent.batch, n));
  for (std::size_t t = 1; t <= descent.steps; ++t) {
    observer.tell(what, t - 1, descent.steps);
    std::iota(order.begin(), order.end(), 0U);
    rng.stream("batch", t).shuffle(order);
    std::copy_n(order.begin(), rows.n_elem, rows.begin());
    const double done = static_cast<double>(t) / static_cast<double>(descent.steps);
    step(rows, descent.first_slope * std::pow(descent.last_slope / descent.first_slope, done),
         descent.rate * falling_rate(t, descent.steps));
  }
}

arma::mat precision_by_values(const arma::mat& A, const arma::mat& R, double slope,
                              std::size_t levels, const std::string& precision) {
  const auto K = static_cast<double>(A.n_cols);
  const arma::mat U = arma::tanh(slope * A), S = U * U.t() / K;
  const arma::mat G = (precision == "pooled" ? soft_precision_pooled(S, R, levels)
                                             : soft_precision_by_query(S, R, levels))
                          .gradient;
  // A pair's similarity stands in S twice.
  const arma::mat by_U = (G + G.t()) * U / K;
  return by_U % (1 - arma::square(U)) * slope;
}

}  // namespace hashlab::hashers
