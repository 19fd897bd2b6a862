#include "results/statistics/inference.h"

#include "lib/error.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace hashlab::results {
namespace {

void check(std::span<const double> values, double ratio, double confidence) {
  const auto require = [](bool holds, const std::string& text) {
    if (!holds) throw Error(ErrorCode::invalid_argument, "resampled t: " + text);
  };
  require(!values.empty(), "no values, expected at least 1");
  require(ratio >= 0 && std::isfinite(ratio), fmt::format("ratio = {}, must be >= 0", ratio));
  require(confidence > 0 && confidence < 1,
          fmt::format("confidence = {}, must be between 0 and 1", confidence));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw Error(ErrorCode::numerical,
                fmt::format("resampled t: value {} is {}, expected a finite value", i, values[i]));
  }
}

bool all_equal(std::span<const double> values) {
  return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
}

}  // namespace

ResampledT corrected_resampled_t(std::span<const double> values, double ratio, double confidence) {
  check(values, ratio, confidence);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ResampledT result;
  result.n = values.size();
  const double n = static_cast<double>(result.n);
  if (result.n > 1 && values[0] == 0 && all_equal(values)) return result;
  if (all_equal(values)) {
    // Runs with bit-identical values repeat one draw, so they count as a single observation.
    result.n = 1;
    result.mean = values[0];
    result.standard_error = infinity;
    result.low = -infinity;
    result.high = infinity;
    return result;
  }
  result.mean = mean(values);
  result.sd = sample_standard_deviation(values);
  result.standard_error = std::sqrt(1 / n + ratio) * result.sd;
  const boost::math::students_t distribution(n - 1);
  const double reach =
      boost::math::quantile(boost::math::complement(distribution, (1 - confidence) / 2)) *
      result.standard_error;
  result.low = result.mean - reach;
  result.high = result.mean + reach;
  if (result.mean == 0) return result;
  result.t = result.mean / result.standard_error;
  result.p_value = std::min(
      1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(result.t))));
  return result;
}

double resampling_ratio(std::size_t n_queries, std::size_t n_training, std::size_t n) {
  if (n_queries == 0 || n_training == 0 || n_queries + n_training > n) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("resampling ratio: {} queries and {} training rows of {}, expected some "
                    "of each, and no more than all",
                    n_queries, n_training, n));
  }
  const double q = static_cast<double>(n_queries), t = static_cast<double>(n_training);
  const double shared = 2 * q * t / (q + t);
  return shared / (static_cast<double>(n) - shared);
}

double strategy_ratio(std::size_t n_queries, std::size_t n) {
  if (n_queries == 0 || n_queries >= n) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("resampling ratio: {} queries of {} rows, expected some, and fewer than "
                    "all",
                    n_queries, n));
  }
  const double shared = static_cast<double>(n_queries) / 4;
  return shared / (static_cast<double>(n) - shared);
}

std::vector<double> holm(std::span<const double> p_values) {
  for (const double p : p_values) {
    if (p >= 0 && p <= 1) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("holm: a p-value is {}, expected 0 .. 1", p));
  }
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return p_values[i] < p_values[j]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;  // an adjusted p-value is never below that of a smaller p
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double p = static_cast<double>(order.size() - rank) * p_values[order[rank]];
    largest = std::min(1.0, std::max(largest, p));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

WinsTiesLosses wins_ties_losses(std::span<const double> differences) {
  WinsTiesLosses count;
  for (const double d : differences) ++(d > 0 ? count.wins : d < 0 ? count.losses : count.ties);
  return count;
}

std::optional<double> cohens_dz(std::span<const double> differences) {
  if (differences.size() < 2 || all_equal(differences)) return std::nullopt;
  return mean(differences) / sample_standard_deviation(differences);
}

std::optional<double> rank_biserial(std::span<const double> differences) {
  const std::vector<double> zeros(differences.size(), 0);
  const SignedRank ranks = wilcoxon_signed_rank(differences, zeros);
  if (ranks.n == 0) return std::nullopt;
  return (ranks.w_plus - ranks.w_minus) / (ranks.w_plus + ranks.w_minus);
}

}  // namespace hashlab::results
