#include "lib/metrics/cumulated.h"

#include <numeric>

namespace hashlab {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double Cumulated::precision(std::size_t d) const {
  return ratio(relevant[d], all[d]);
}

double Cumulated::recall(std::size_t d) const {
  return ratio(relevant[d], n_relevant());
}

Cumulated pooled(const RankCounts& counts) {
  Cumulated sums;
  sums.all.resize(counts.n_distances);
  sums.relevant.resize(counts.n_distances);
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    for (std::size_t d = 0; d < counts.n_distances; ++d) {
      sums.all[d] += counts.all_of(q)[d];
      sums.relevant[d] += counts.relevant_of(q)[d];
    }
  }
  std::partial_sum(sums.all.begin(), sums.all.end(), sums.all.begin());
  std::partial_sum(sums.relevant.begin(), sums.relevant.end(), sums.relevant.begin());
  return sums;
}

double macro_average(const RankCounts& counts,
                     const std::function<double(const Cumulated&)>& value) {
  double sum = 0.0;
  std::size_t n = 0;
  Cumulated query;
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    const auto all = counts.all_of(q);
    const auto relevant = counts.relevant_of(q);
    query.all.assign(all.begin(), all.end());
    query.relevant.assign(relevant.begin(), relevant.end());
    std::partial_sum(query.all.begin(), query.all.end(), query.all.begin());
    std::partial_sum(query.relevant.begin(), query.relevant.end(), query.relevant.begin());
    if (query.n_relevant() == 0) continue;
    sum += value(query);
    ++n;
  }
  return n == 0 ? 0.0 : sum / static_cast<double>(n);
}

}  // namespace hashlab
