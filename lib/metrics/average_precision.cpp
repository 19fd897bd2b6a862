#include "lib/metrics/average_precision.h"

#include "lib/error.h"
#include "lib/metrics/at_rank.h"
#include "lib/metrics/harmonic.h"
#include "lib/metrics/hypergeometric.h"

#include <algorithm>
#include <functional>

namespace hashlab {
namespace {

// One tie of n items, p of them relevant, below N items of which P are relevant. Its first m
// positions count.
struct Tie {
  std::uint64_t n, p, N, P, m;
};

// Sum of the precisions at p relevant items in a row, P relevant among the N items above them:
// sum_t (P + t) / (N + t), t = 1 .. p.
double run_of_relevant(std::uint64_t p, std::uint64_t N, std::uint64_t P,
                       const HarmonicNumbers& H) {
  return static_cast<double>(p) - static_cast<double>(N - P) * H.between(N, N + p);
}

// The probability that one of the other items of a tie is relevant if a given one is.
double relevant_share(const Tie& tie) {
  return tie.n == 1 ? 0.0 : (static_cast<double>(tie.p) - 1.0) / (static_cast<double>(tie.n) - 1.0);
}

// Expected sum of the precisions at the relevant items of a tie, over all its orders:
//   (p / n) sum_t (P + 1 + (t - 1) c) / (N + t),  t = 1 .. m,  c = (p - 1) / (n - 1).
// With sum_t (t - 1) / (N + t) = m - (N + 1) (H(N + m) - H(N)) this is the closed form below.
double any_order(const Tie& tie, double reciprocals) {
  const double n = static_cast<double>(tie.n);
  const double p = static_cast<double>(tie.p);
  const double c = relevant_share(tie);
  const double slope = static_cast<double>(tie.P + 1) - c * static_cast<double>(tie.N + 1);
  return p / n * (slope * reciprocals + c * static_cast<double>(tie.m));
}

double precisions(const Tie& tie, TieOrder ties, const HarmonicNumbers& H) {
  const std::uint64_t irrelevant = tie.n - tie.p;
  switch (ties) {
    case TieOrder::any:
      return any_order(tie, H.between(tie.N, tie.N + tie.m));
    case TieOrder::relevant_first:
      return run_of_relevant(std::min(tie.p, tie.m), tie.N, tie.P, H);
    case TieOrder::relevant_last:
      if (tie.m <= irrelevant) return 0.0;
      return run_of_relevant(tie.m - irrelevant, tie.N + irrelevant, tie.P, H);
  }
  return 0.0;
}

// Sum of the precisions above p relevant items in a row: sum_t (P + t - 1) / (N + t - 1), where the
// precision above the first rank is 1.
double above_run_of_relevant(std::uint64_t p, std::uint64_t N, std::uint64_t P,
                             const HarmonicNumbers& H) {
  if (p == 0 || N == 0) return static_cast<double>(p);
  return static_cast<double>(p) - static_cast<double>(N - P) * H.between(N - 1, N - 1 + p);
}

// Expected sum of the precisions above the relevant items of a whole tie:
//   (p / n) sum_t (P + (t - 1) c) / (N + t - 1),  t = 1 .. n,
// with a first term of 1 if N is 0.
double above_any_order(const Tie& tie, const HarmonicNumbers& H) {
  const double n = static_cast<double>(tie.n), N = static_cast<double>(tie.N);
  const double c = relevant_share(tie), p = static_cast<double>(tie.p);
  if (tie.N == 0) return p / n * (1.0 + (n - 1.0) * c);
  const double slope = static_cast<double>(tie.P) - c * N;
  return p / n * (slope * H.between(tie.N - 1, tie.N - 1 + tie.n) + c * n);
}

double precisions_above(const Tie& tie, TieOrder ties, const HarmonicNumbers& H) {
  switch (ties) {
    case TieOrder::any:
      return above_any_order(tie, H);
    case TieOrder::relevant_first:
      return above_run_of_relevant(tie.p, tie.N, tie.P, H);
    case TieOrder::relevant_last:
      return above_run_of_relevant(tie.p, tie.N + tie.n - tie.p, tie.P, H);
  }
  return 0.0;
}

double trapezoid_precision(const Cumulated& query, TieOrder ties, const HarmonicNumbers& H) {
  double sum = 0.0;
  Tie tie = {};
  for (std::size_t d = 0; d < query.all.size(); ++d) {
    tie.n = tie.m = query.all[d] - tie.N;
    tie.p = query.relevant[d] - tie.P;
    if (tie.p > 0) sum += (precisions_above(tie, ties, H) + precisions(tie, ties, H)) / 2;
    tie.N = query.all[d];
    tie.P = query.relevant[d];
  }
  return sum / static_cast<double>(query.n_relevant());
}

// Mean of (above + precisions within the tie) / (relevant items retrieved) for a tie that straddles
// the cutoff. Given y, its m first positions are themselves a tie with y relevant items.
double retrieved_mean(const Tie& tie, double above, const HarmonicNumbers& H) {
  const double reciprocals = H.between(tie.N, tie.N + tie.m);
  return hypergeometric_mean(tie.n, tie.p, tie.m, [&](double y) {
    const auto relevant = static_cast<std::uint64_t>(y);
    if (tie.P + relevant == 0) return 0.0;
    double sum = above;
    if (relevant > 0) sum += any_order({tie.m, relevant, tie.N, tie.P, tie.m}, reciprocals);
    return sum / static_cast<double>(tie.P + relevant);
  });
}

/// The sum of the values divided by that of the weights; 0 if there is no weight. Queries without
/// relevant items have neither.
double weighted_mean(const RankCounts& counts, const std::function<double(const Cumulated&)>& value,
                     const std::function<double(const Cumulated&)>& weight) {
  double sum = 0.0, weights = 0.0;
  for_each_query_with_relevant(counts, [&](const Cumulated& query) {
    sum += value(query);
    weights += weight(query);
  });
  return weights == 0.0 ? 0.0 : sum / weights;
}

double average_precision(const Cumulated& query, const ApRule& rule, const HarmonicNumbers& H) {
  const std::uint64_t cutoff = rule.until_relevant ? query.n_relevant() : rule.cutoff;
  double sum = 0.0;
  Tie tie = {};
  for (std::size_t d = 0; d < query.all.size() && tie.N < cutoff; ++d) {
    tie.n = query.all[d] - tie.N;
    tie.p = query.relevant[d] - tie.P;
    tie.m = std::min(tie.n, cutoff - tie.N);
    if (tie.m < tie.n && rule.divisor == ApDivisor::retrieved_relevant) {
      return retrieved_mean(tie, sum, H);
    }
    if (tie.p > 0) sum += precisions(tie, rule.ties, H);
    tie.N = query.all[d];
    tie.P = query.relevant[d];
  }
  std::uint64_t divisor = query.n_relevant();
  if (rule.divisor == ApDivisor::smaller) divisor = std::min(divisor, cutoff);
  if (rule.divisor == ApDivisor::retrieved_relevant) divisor = tie.P;
  return divisor == 0 ? 0.0 : sum / static_cast<double>(divisor);
}

}  // namespace

double mean_average_precision(const RankCounts& counts, const ApRule& rule) {
  if (rule.divisor == ApDivisor::retrieved_relevant && rule.ties != TieOrder::any) {
    throw Error(ErrorCode::invalid_argument,
                "average precision divided by the relevant items retrieved has no order of ties "
                "that is simply best or worst; take the mean over all orders or another divisor");
  }
  const HarmonicNumbers H(longest_ranking(counts));
  const auto value = [&](const Cumulated& query) { return average_precision(query, rule, H); };
  if (rule.nothing_found == NothingFound::zero) return macro_average(counts, value, rule.without);
  return weighted_mean(counts, value,
                       [&](const Cumulated& query) { return hit(query, rule.cutoff); });
}

double mean_average_precision_within(const RankCounts& counts, std::uint64_t radius,
                                     NothingFound nothing_found, WithoutRelevant without) {
  if (counts.n_distances() == 0) return 0.0;
  const std::size_t d = std::min<std::size_t>(radius, counts.n_distances() - 1);
  const HarmonicNumbers H(longest_ranking(counts));
  const auto value = [&](const Cumulated& query) {
    ApRule rule;
    rule.cutoff = query.all[d];
    rule.divisor = ApDivisor::retrieved_relevant;
    return average_precision(query, rule, H);
  };
  if (nothing_found == NothingFound::zero) return macro_average(counts, value, without);
  double sum = 0.0;
  for_each_query_with_relevant(counts, [&](const Cumulated& query) { sum += value(query); });
  const std::size_t n = queries_counted_within(counts, d, nothing_found);
  return n == 0 ? 0.0 : sum / static_cast<double>(n);
}

std::size_t queries_counted_within(const RankCounts& counts, std::uint64_t radius,
                                   NothingFound nothing_found) {
  std::size_t n = 0;
  const std::size_t first = std::min<std::size_t>(radius + 1, counts.n_distances());
  const auto any = [&](std::span<const std::uint32_t> row) {
    return std::any_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first),
                       [](std::uint32_t items) { return items > 0; });
  };
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const bool empty = nothing_found == NothingFound::skip_wrong && !any(counts.all_of(q));
    if (empty || any(counts.relevant_of(q))) ++n;
  }
  return n;
}

double mean_trapezoid_precision(const RankCounts& counts, TieOrder ties, WithoutRelevant without) {
  const HarmonicNumbers H(longest_ranking(counts));
  return macro_average(
      counts, [&](const Cumulated& query) { return trapezoid_precision(query, ties, H); }, without);
}

}  // namespace hashlab
