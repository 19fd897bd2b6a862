#include "results/statistics/correlation.h"

#include "lib/error.h"
#include "lib/rng.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace hashlab::results {
namespace {

constexpr std::size_t fewest_pairs = 5;

void check(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("correlation: {} values against {}, expected pairs", a.size(), b.size()));
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) {
      throw Error(
          ErrorCode::numerical,
          fmt::format("correlation: pair {} is ({}, {}), expected finite values", i, a[i], b[i]));
    }
  }
}

bool constant(std::span<const double> x) {
  return std::adjacent_find(x.begin(), x.end(), std::not_equal_to<>()) == x.end();
}

std::vector<double> mid_ranks(std::span<const double> x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto i, auto j) { return x[i] < x[j]; });
  std::vector<double> ranks(x.size());
  for (auto first = order.begin(); first != order.end();) {
    const auto end =
        std::find_if(first, order.end(), [&](std::size_t i) { return x[i] != x[*first]; });
    // Equal values share the mean of their ranks, which count from 1.
    const auto sum = (first - order.begin()) + (end - order.begin()) + 1;
    for (; first != end; ++first) ranks[*first] = static_cast<double>(sum) / 2;
  }
  return ranks;
}

using Statistic = std::optional<double> (*)(std::span<const double>, std::span<const double>);

std::optional<Coefficient> tested(Statistic statistic, std::span<const double> a,
                                  std::span<const double> b) {
  const std::optional<double> value = statistic(a, b);
  if (!value || a.size() < 3) return std::nullopt;
  if (a.size() < fewest_pairs) return Coefficient{*value, std::nullopt};
  const std::size_t pairings = a.size() > 200 ? 999 : 9999;
  // The tolerance counts pairings that equal the observed one, however their sums are rounded.
  const double reached = std::abs(*value) - 1e-12;
  Rng rng = Rng(1).stream("correlation.pairings");
  std::vector<std::uint32_t> order(b.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<double> paired(b.size());
  std::size_t as_far = 1;
  for (std::size_t p = 0; p < pairings; ++p) {
    rng.shuffle(order);
    for (std::size_t i = 0; i < order.size(); ++i) paired[i] = b[order[i]];
    as_far += std::abs(*statistic(a, paired)) >= reached;
  }
  return Coefficient{*value, static_cast<double>(as_far) / static_cast<double>(pairings + 1)};
}

}  // namespace

std::optional<double> pearson(std::span<const double> a, std::span<const double> b) {
  check(a, b);
  if (a.size() < 2 || constant(a) || constant(b)) return std::nullopt;
  const double mean_a = mean(a), mean_b = mean(b);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  if (aa == 0 || bb == 0) return std::nullopt;  // the squares of the differences underflow
  return std::clamp(ab / std::sqrt(aa) / std::sqrt(bb), -1.0, 1.0);
}

std::optional<double> spearman(std::span<const double> a, std::span<const double> b) {
  check(a, b);
  return pearson(mid_ranks(a), mid_ranks(b));
}

Correlation correlation(std::span<const double> a, std::span<const double> b) {
  check(a, b);
  Correlation c;
  c.n = a.size();
  c.pearson = tested(pearson, a, b);
  // Ranks are computed only once, because shuffled ranks are the ranks of shuffled values.
  c.spearman = tested(pearson, mid_ranks(a), mid_ranks(b));
  c.kendall = tested(kendall_tau, a, b);
  if (c.pearson && c.n >= fewest_pairs) {
    const double z = std::atanh(c.pearson->value);
    const double reach = boost::math::quantile(boost::math::normal(), 0.975) /
                         std::sqrt(static_cast<double>(c.n - 3));
    c.pearson_interval = {std::tanh(z - reach), std::tanh(z + reach)};
  }
  return c;
}

}  // namespace hashlab::results
