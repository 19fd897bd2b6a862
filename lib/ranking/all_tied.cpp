#include "lib/ranking/all_tied.h"

#include <numeric>

namespace hashlab {

RankCounts all_tied(const RankCounts& counts) {
  RankCounts tied;
  tied.n_queries = counts.n_queries;
  tied.distances = CodeDistances{1};
  const auto sum = [](std::span<const std::uint32_t> row) {
    return std::accumulate(row.begin(), row.end(), std::uint32_t{0});
  };
  for (std::size_t q = 0; q < counts.n_queries; ++q) {
    tied.all.push_back(sum(counts.all_of(q)));
    tied.relevant.push_back(sum(counts.relevant_of(q)));
  }
  return tied;
}

RankCounts all_tied(const Relevance& relevance) {
  RankCounts tied;
  tied.n_queries = relevance.n_queries();
  tied.distances = CodeDistances{1};
  for (std::size_t q = 0; q < tied.n_queries; ++q) {
    const std::size_t items = relevance.n_database - relevance.ignored_by(q).size();
    tied.all.push_back(static_cast<std::uint32_t>(items));
    tied.relevant.push_back(static_cast<std::uint32_t>(relevant_count(relevance, q)));
  }
  return tied;
}

}  // namespace hashlab
