#include "lib/metrics/at_rank.h"

#include "lib/error.h"
#include "lib/metrics/discounts.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

double ndcg(const Cumulated& query, const Discounts& discounts) {
  double gain = 0.0;
  std::uint64_t N = 0, P = 0;
  for (std::size_t d = 0; d < query.all.size(); ++d) {
    const std::uint64_t n = query.all[d] - N, p = query.relevant[d] - P;
    if (p > 0) {
      gain += static_cast<double>(p) / static_cast<double>(n) * discounts.between(N, N + n);
    }
    N = query.all[d];
    P = query.relevant[d];
  }
  return gain / discounts.between(0, query.n_relevant());
}

}  // namespace

double expected_found(const Cumulated& query, std::uint64_t n) {
  if (n == 0) return 0.0;
  const auto tie = std::lower_bound(query.all.begin(), query.all.end(), n);
  if (tie == query.all.end()) return static_cast<double>(query.n_relevant());
  const auto d = static_cast<std::size_t>(tie - query.all.begin());
  const std::uint64_t N = d == 0 ? 0 : query.all[d - 1];
  const std::uint64_t P = d == 0 ? 0 : query.relevant[d - 1];
  return static_cast<double>(P) + static_cast<double>(n - N) *
                                      static_cast<double>(query.relevant[d] - P) /
                                      static_cast<double>(query.all[d] - N);
}

double hit(const Cumulated& query, std::uint64_t n, TieOrder ties) {
  const auto straddling = std::lower_bound(query.all.begin(), query.all.end(), n);
  if (straddling == query.all.end()) return query.n_relevant() > 0 ? 1.0 : 0.0;
  const auto d = static_cast<std::size_t>(straddling - query.all.begin());
  const std::uint64_t N = d == 0 ? 0 : query.all[d - 1], P = d == 0 ? 0 : query.relevant[d - 1];
  const std::uint64_t t = query.all[d] - N, p = query.relevant[d] - P, m = n - N;
  if (P > 0) return 1.0;
  if (p == 0) return 0.0;
  if (m > t - p || ties == TieOrder::relevant_first) return 1.0;
  if (ties == TieOrder::relevant_last) return 0.0;
  // C(t - p, m) / C(t, m), the probability of no hit, is symmetric in p and m.
  double none = 1.0;
  for (std::uint64_t i = 0; i < std::min(p, m); ++i) {
    none *= static_cast<double>(t - std::max(p, m) - i) / static_cast<double>(t - i);
  }
  return 1.0 - none;
}

double precision_until_last(const Cumulated& query, std::uint64_t n) {
  const std::uint64_t R = query.n_relevant();
  if (R == 0) return 0.0;
  double precision = expected_found(query, n) / static_cast<double>(n);
  const auto last = std::lower_bound(query.relevant.begin(), query.relevant.end(), R);
  const auto d = static_cast<std::size_t>(last - query.relevant.begin());
  const std::uint64_t N = d == 0 ? 0 : query.all[d - 1], P = d == 0 ? 0 : query.relevant[d - 1];
  const std::uint64_t t = query.all[d] - N, p = R - P;
  // Where the last relevant item is at rank N + s < n, R items are divided by that rank, not by n.
  // Probabilities fall from the last s on, and no term exceeds them.
  constexpr double negligible = 0x1.0p-80;
  double probability = static_cast<double>(p) / static_cast<double>(t);
  for (std::uint64_t s = t; s >= p && probability > negligible; --s) {
    if (N + s < n) {
      precision += probability * (static_cast<double>(R) / static_cast<double>(N + s) -
                                  static_cast<double>(R) / static_cast<double>(n));
    }
    if (s > p) probability *= static_cast<double>(s - p) / static_cast<double>(s - 1);
  }
  return precision;
}

double r_precision(const Cumulated& query) {
  const std::uint64_t R = query.n_relevant();
  return R == 0 ? 0.0 : expected_found(query, R) / static_cast<double>(R);
}

TopCurve top_curve(const RankCounts& counts, const std::vector<std::uint64_t>& cutoffs,
                   WithoutRelevant rule) {
  if (std::find(cutoffs.begin(), cutoffs.end(), 0) != cutoffs.end()) {
    throw Error(ErrorCode::invalid_argument,
                "precision of the first 0 ranks is undefined, expected cutoffs >= 1");
  }
  TopCurve curve{cutoffs, std::vector<double>(cutoffs.size()), std::vector<double>(cutoffs.size())};
  double queries = 0.0;  // the shares of all cutoffs in one pass, so the count is taken beside
  macro_average(
      counts,
      [&](const Cumulated& query) {
        queries += 1.0;
        for (std::size_t i = 0; i < cutoffs.size(); ++i) {
          const double found = expected_found(query, cutoffs[i]);
          curve.precision[i] += found / static_cast<double>(cutoffs[i]);
          curve.recall[i] += found / static_cast<double>(query.n_relevant());
        }
        return 0.0;
      },
      rule);
  if (rule == WithoutRelevant::zero) queries = static_cast<double>(counts.n_queries);
  if (queries == 0.0) return curve;
  for (double& value : curve.precision) value /= queries;
  for (double& value : curve.recall) value /= queries;
  return curve;
}

double mean_ndcg(const RankCounts& counts, std::uint64_t k, WithoutRelevant rule) {
  if (k == 0 || k > max_discounted) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("discounted gain of the first {} ranks, expected 1 .. {}", k, max_discounted));
  }
  const Discounts discounts(std::min(k, longest_ranking(counts)));
  return macro_average(
      counts, [&](const Cumulated& query) { return ndcg(query, discounts); }, rule);
}

}  // namespace hashlab
