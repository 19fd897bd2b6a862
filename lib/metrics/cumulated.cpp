#include "lib/metrics/cumulated.h"

#include <algorithm>
#include <numeric>

namespace hashlab {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole, double if_none) {
  return whole == 0 ? if_none : static_cast<double>(part) / static_cast<double>(whole);
}

bool none(std::span<const std::uint32_t> counts) {
  return std::all_of(counts.begin(), counts.end(), [](std::uint32_t n) { return n == 0; });
}

}  // namespace

double Cumulated::precision(std::size_t d, double empty) const {
  return ratio(relevant[d], all[d], empty);
}

double Cumulated::recall(std::size_t d) const {
  return ratio(relevant[d], n_relevant(), 0.0);
}

Cumulated pooled(const RankCounts& counts) {
  Cumulated sums;
  if (const auto* real = std::get_if<RealDistances>(&counts.distances)) {
    sums.all = real->pooled_all;
    sums.relevant = real->pooled_relevant;
  } else {
    const std::size_t n_distances = counts.n_distances();
    sums.all.resize(n_distances);
    sums.relevant.resize(n_distances);
    for (std::size_t q = 0; q < counts.n_queries; ++q) {
      const auto all = counts.all_of(q);
      const auto relevant = counts.relevant_of(q);
      for (std::size_t d = 0; d < n_distances; ++d) {
        sums.all[d] += all[d];
        sums.relevant[d] += relevant[d];
      }
    }
  }
  std::partial_sum(sums.all.begin(), sums.all.end(), sums.all.begin());
  std::partial_sum(sums.relevant.begin(), sums.relevant.end(), sums.relevant.begin());
  return sums;
}

void for_each_query_with_relevant(const RankCounts& counts,
                                  const std::function<void(const Cumulated&)>& visit) {
  Cumulated query;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto all = counts.all_of(q);
    const auto relevant = counts.relevant_of(q);
    query.all.assign(all.begin(), all.end());
    query.relevant.assign(relevant.begin(), relevant.end());
    std::partial_sum(query.all.begin(), query.all.end(), query.all.begin());
    std::partial_sum(query.relevant.begin(), query.relevant.end(), query.relevant.begin());
    if (query.n_relevant() > 0) visit(query);
  }
}

double macro_average(const RankCounts& counts, const std::function<double(const Cumulated&)>& value,
                     WithoutRelevant rule) {
  double sum = 0.0;
  std::size_t n = 0;
  for_each_query_with_relevant(counts, [&](const Cumulated& query) {
    sum += value(query);
    ++n;
  });
  if (rule == WithoutRelevant::zero) n = counts.n_queries;
  return n == 0 ? 0.0 : sum / static_cast<double>(n);
}

std::size_t queries_without_relevant(const RankCounts& counts) {
  std::size_t n = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) n += none(counts.relevant_of(q)) ? 1 : 0;
  return n;
}

std::uint64_t longest_ranking(const RankCounts& counts) {
  std::uint64_t longest = 0;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto all = counts.all_of(q);
    longest = std::max(longest, std::accumulate(all.begin(), all.end(), std::uint64_t{0}));
  }
  return longest;
}

}  // namespace hashlab
