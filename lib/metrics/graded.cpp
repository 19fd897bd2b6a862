#include "lib/metrics/graded.h"

#include "lib/error.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/discounts.h"
#include "lib/metrics/harmonic.h"
#include "lib/metrics/hypergeometric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace hashlab {
namespace {

/// The ranking of one query, tie by tie. `shared` are sums of degrees, `gain` those of 2^r - 1.
struct GradedQuery {
  std::vector<std::uint64_t> all, relevant, shared;  ///< in each tie
  std::vector<double> gain;                          ///< in each tie
  std::vector<std::uint64_t> of_degree;              ///< items of degree 0, 1, ...

  std::uint64_t n_relevant() const {
    return std::accumulate(relevant.begin(), relevant.end(), 0ull);
  }
  std::uint64_t n_all() const { return std::accumulate(all.begin(), all.end(), 0ull); }
};

GradedQuery graded_query(const RankCounts& counts, std::size_t q) {
  GradedQuery query;
  const auto all = counts.all_of(q), relevant = counts.relevant_of(q);
  query.all.assign(all.begin(), all.end());
  query.relevant.assign(relevant.begin(), relevant.end());
  query.shared = query.relevant;
  query.gain.assign(relevant.begin(), relevant.end());
  std::vector<std::uint64_t> at_least = {query.n_all(), query.n_relevant()};
  const CodeDistances& codes = std::get<CodeDistances>(counts.distances);
  double weight = 1.0;  // (2^r - 1) - (2^(r - 1) - 1) = 2^(r - 1)
  for (const std::vector<std::uint32_t>& level : *codes.at_least) {
    weight *= 2.0;
    std::uint64_t sum = 0;
    for (std::size_t d = 0; d < codes.n_distances; ++d) {
      const std::uint32_t n = level[q * codes.n_distances + d];
      query.shared[d] += n;
      query.gain[d] += weight * n;
      sum += n;
    }
    at_least.push_back(sum);
  }
  query.of_degree = at_least;
  for (std::size_t r = 0; r + 1 < at_least.size(); ++r) query.of_degree[r] -= at_least[r + 1];
  return query;
}

double graded_mean(const RankCounts& counts, std::uint64_t k, WithoutRelevant rule,
                   const std::function<double(const GradedQuery&)>& value) {
  if (!counts.graded()) {
    throw Error(ErrorCode::invalid_argument,
                "graded metrics need counts of how many labels are shared, by distance of codes");
  }
  if (k == 0) {
    throw Error(ErrorCode::invalid_argument, "gain of the first 0 ranks, expected 1 or more");
  }
  double sum = 0.0;
  std::size_t n = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const GradedQuery query = graded_query(counts, q);
    const bool none = query.n_relevant() == 0;
    if (!none) sum += value(query);
    if (!none || rule == WithoutRelevant::zero) ++n;
  }
  return n == 0 ? 0.0 : sum / static_cast<double>(n);
}

/// The sum over the first k ranks of what items of a tie have in the mean.
double expected_sum(const GradedQuery& query, std::uint64_t k) {
  double sum = 0.0;
  std::uint64_t N = 0;
  for (std::size_t d = 0; d < query.all.size() && N < k; ++d) {
    const std::uint64_t n = query.all[d], m = std::min(n, k - N);
    if (n > 0) {
      sum += static_cast<double>(query.shared[d]) * static_cast<double>(m) / static_cast<double>(n);
    }
    N += n;
  }
  return sum;
}

/// n items, p of them relevant, with the sum G of degrees, below N items with the sum A.
struct GradedTie {
  double n, p, G, N, A;
};

/// The expected sum, over the relevant items of a tie, of the mean degree up to each:
///   (1 / n) sum_t (p A + G + (t - 1) c G) / (N + t),  t = 1 .. n,  c = (p - 1) / (n - 1),
/// since another relevant item of the tie has the degree G / p in the mean. `reciprocals` is
/// the sum of 1 / (N + t).
double gains(const GradedTie& tie, double reciprocals) {
  const double c = tie.n == 1.0 ? 0.0 : (tie.p - 1.0) / (tie.n - 1.0);
  const double slope = tie.p * tie.A + tie.G - c * tie.G * (tie.N + 1.0);
  return (slope * reciprocals + c * tie.G * tie.n) / tie.n;
}

double weighted_precision(const GradedQuery& query, std::uint64_t k, const HarmonicNumbers& H) {
  double sum = 0.0, A = 0.0;
  std::uint64_t N = 0, P = 0;
  for (std::size_t d = 0; d < query.all.size() && N < k; ++d) {
    const std::uint64_t n = query.all[d], p = query.relevant[d], m = std::min(n, k - N);
    const auto G = static_cast<double>(query.shared[d]);
    const double reciprocals = H.between(N, N + m);
    const auto tie_of = [&](std::uint64_t items, double relevant) {
      return GradedTie{static_cast<double>(items), relevant, G * relevant / static_cast<double>(p),
                       static_cast<double>(N), A};
    };
    if (m < n) {  // of a tie that straddles the cutoff, y relevant items are within it
      return hypergeometric_mean(n, p, m, [&](double y) {
        const double found = static_cast<double>(P) + y;
        if (found == 0.0) return 0.0;
        return (y > 0.0 ? sum + gains(tie_of(m, y), reciprocals) : sum) / found;
      });
    }
    if (p > 0) sum += gains(tie_of(n, static_cast<double>(p)), reciprocals);
    N += n;
    P += p;
    A += G;
  }
  return P == 0 ? 0.0 : sum / static_cast<double>(P);
}

double graded_ndcg(const GradedQuery& query, const Discounts& discounts) {
  double gain = 0.0, best = 0.0;
  std::uint64_t N = 0;
  for (std::size_t d = 0; d < query.all.size(); ++d) {
    const std::uint64_t n = query.all[d];
    if (query.gain[d] > 0.0) {
      gain += query.gain[d] / static_cast<double>(n) * discounts.between(N, N + n);
    }
    N += n;
  }
  std::uint64_t above = 0;
  for (std::size_t r = query.of_degree.size(); r-- > 1;) {
    const std::uint64_t n = query.of_degree[r];
    best += (std::exp2(static_cast<double>(r)) - 1.0) * discounts.between(above, above + n);
    above += n;
  }
  return gain / best;
}

}  // namespace

double mean_acg(const RankCounts& counts, std::uint64_t k, WithoutRelevant rule) {
  return graded_mean(counts, k, rule, [&](const GradedQuery& query) {
    return expected_sum(query, k) / static_cast<double>(std::min(k, query.n_all()));
  });
}

double mean_weighted_precision(const RankCounts& counts, std::uint64_t k, WithoutRelevant rule) {
  const HarmonicNumbers H(longest_ranking(counts));
  return graded_mean(counts, k, rule,
                     [&](const GradedQuery& query) { return weighted_precision(query, k, H); });
}

double mean_graded_ndcg(const RankCounts& counts, std::uint64_t k, WithoutRelevant rule) {
  if (k > max_discounted) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("discounted gain of the first {} ranks, expected 1 .. {}", k, max_discounted));
  }
  const Discounts discounts(std::min(k, longest_ranking(counts)));
  return graded_mean(counts, k, rule,
                     [&](const GradedQuery& query) { return graded_ndcg(query, discounts); });
}

}  // namespace hashlab
