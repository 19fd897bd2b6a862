#include "results/statistics/statistics.h"

#include "lib/error.h"

#include <fmt/format.h>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace hashlab::results {
namespace {

constexpr std::size_t max_exact = 25;

void check_lengths(std::string_view test, std::size_t a, std::size_t b) {
  if (a == b) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{}: {} values against {}, expected pairs", test, a, b));
}

std::vector<double> nonzero_differences(std::span<const double> a, std::span<const double> b) {
  std::vector<double> d;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) {
      throw Error(
          ErrorCode::numerical,
          fmt::format("wilcoxon: pair {} is ({}, {}), expected finite values", i, a[i], b[i]));
    }
    if (a[i] != b[i]) d.push_back(a[i] - b[i]);
  }
  return d;
}

/// Twice the mid-ranks, so that they are integers, and the sizes of the groups of equal values.
struct DoubledRanks {
  std::vector<std::uint64_t> rank;
  std::vector<std::uint64_t> group_sizes;
};

/// The values must be in ascending order.
DoubledRanks doubled_ranks(const std::vector<double>& sorted) {
  DoubledRanks ranks;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first;
    while (last + 1 < sorted.size() && sorted[last + 1] == sorted[first]) ++last;
    // Ranks first + 1 .. last + 1 have the mean (first + last + 2) / 2.
    ranks.rank.insert(ranks.rank.end(), last - first + 1, first + last + 2);
    ranks.group_sizes.push_back(last - first + 1);
    first = last + 1;
  }
  return ranks;
}

/// The number of subsets of `ranks` whose sum is at most `limit`.
std::uint64_t subsets_up_to(const std::vector<std::uint64_t>& ranks, std::uint64_t limit) {
  std::vector<std::uint64_t> subsets(limit + 1, 0);
  subsets[0] = 1;
  for (const std::uint64_t rank : ranks) {
    for (std::uint64_t sum = limit; sum >= rank; --sum) subsets[sum] += subsets[sum - rank];
  }
  std::uint64_t total = 0;
  for (const std::uint64_t count : subsets) total += count;
  return total;
}

double exact_p_value(const DoubledRanks& ranks, std::uint64_t smaller) {
  const double share = std::ldexp(static_cast<double>(subsets_up_to(ranks.rank, smaller)),
                                  -static_cast<int>(ranks.rank.size()));
  return std::min(1.0, 2 * share);
}

double normal_p_value(const DoubledRanks& ranks, double smaller) {
  const double n = static_cast<double>(ranks.rank.size());
  double variance = n * (n + 1) * (2 * n + 1) / 24;
  for (const std::uint64_t size : ranks.group_sizes) {
    const double t = static_cast<double>(size);
    variance -= (t * t * t - t) / 48;
  }
  const double distance = std::max(0.0, n * (n + 1) / 4 - smaller - 0.5);
  const double z = distance / std::sqrt(variance);
  return 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

}  // namespace

double mean(std::span<const double> x) {
  if (x.empty()) throw Error(ErrorCode::invalid_argument, "mean: no values, expected at least 1");
  double sum = 0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

double sample_standard_deviation(std::span<const double> x) {
  if (x.size() < 2) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("standard deviation: {} values, expected at least 2", x.size()));
  }
  const double centre = mean(x);
  double sum = 0;
  for (const double value : x) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(x.size() - 1));
}

SignedRank wilcoxon_signed_rank(std::span<const double> a, std::span<const double> b) {
  check_lengths("wilcoxon", a.size(), b.size());
  std::vector<double> d = nonzero_differences(a, b);
  std::sort(d.begin(), d.end(), [](double x, double y) { return std::abs(x) < std::abs(y); });
  std::vector<double> sizes;
  for (const double difference : d) sizes.push_back(std::abs(difference));
  const DoubledRanks ranks = doubled_ranks(sizes);

  std::uint64_t plus = 0;
  std::uint64_t minus = 0;
  for (std::size_t i = 0; i < d.size(); ++i) (d[i] > 0 ? plus : minus) += ranks.rank[i];

  SignedRank result;
  result.n = d.size();
  result.w_plus = static_cast<double>(plus) / 2;
  result.w_minus = static_cast<double>(minus) / 2;
  if (d.empty()) return result;
  result.p_value = d.size() <= max_exact
                       ? exact_p_value(ranks, std::min(plus, minus))
                       : normal_p_value(ranks, std::min(result.w_plus, result.w_minus));
  return result;
}

std::optional<double> kendall_tau(std::span<const double> a, std::span<const double> b) {
  check_lengths("kendall", a.size(), b.size());
  std::int64_t score = 0;
  std::int64_t untied_a = 0;
  std::int64_t untied_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::int64_t order_a = (a[i] > a[j]) - (a[i] < a[j]);
      const std::int64_t order_b = (b[i] > b[j]) - (b[i] < b[j]);
      score += order_a * order_b;
      untied_a += order_a != 0;
      untied_b += order_b != 0;
    }
  }
  if (untied_a == 0 || untied_b == 0) return std::nullopt;
  // This is the root of a product and not a product of roots, so that equal counts cancel exactly.
  return static_cast<double>(score) / std::sqrt(static_cast<double>(untied_a * untied_b));
}

}  // namespace hashlab::results
