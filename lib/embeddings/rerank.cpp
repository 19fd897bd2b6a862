#include "lib/embeddings/rerank.h"

#include "lib/error.h"
#include "lib/parallel.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/real_rank_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hashlab {
namespace {

constexpr std::size_t reranked_at_once = 64;  // queries

bool is_in(std::span<const std::uint32_t> ascending, std::uint32_t position) {
  return std::binary_search(ascending.begin(), ascending.end(), position);
}

/// The similarities of a query to some items of the database, four at a time.
void write_similarities(const float* query, double scale, const Features& database,
                        std::span<const std::uint32_t> positions, Similarity by, double* out) {
  const std::size_t d = database.n_rows;
  for (std::size_t first = 0; first < positions.size(); first += 4) {
    const std::size_t count = std::min<std::size_t>(4, positions.size() - first);
    std::array<const float*, 4> items;
    for (std::size_t i = 0; i < 4; ++i) {  // the last repeatedly, if there are fewer
      items[i] = database.colptr(positions[first + std::min(i, count - 1)]);
    }
    std::array<double, 4> scales = {};
    if (by == Similarity::cosine) {
      scales = lengths_of(items, d);
      for (double& length : scales) length = length == 0 ? 0 : 1 / length;
    }
    const std::array<double, 4> similarities = similarities_of(query, scale, items, scales, d, by);
    std::copy_n(similarities.begin(), count, out + first);
  }
}

/// Appends ties to the rows of a real-valued ranking.
class TieWriter {
 public:
  explicit TieWriter(RankCounts& counts)
      : counts_(counts), offsets_(counts.distances.emplace<RealDistances>().offsets) {
    offsets_.push_back(0);
  }
  void add(std::uint32_t all, std::uint32_t relevant) {
    if (all == 0) return;
    counts_.all.push_back(all);
    counts_.relevant.push_back(relevant);
  }
  void end_query() { offsets_.push_back(counts_.all.size()); }

 private:
  RankCounts& counts_;
  std::vector<std::size_t>& offsets_;
};

void require_same_queries(std::size_t found, std::size_t expected, const char* of) {
  if (found == expected) return;
  refuse(fmt::format("re-ranking: {} for {} queries, there are shortlists for {}", of, found,
                     expected));
}

template <typename Shortlist>
NearestItems reranked_lists(const Shortlist& shortlist, const Features& queries,
                            const Features& database, Similarity similarity, std::size_t threads) {
  require_same_queries(queries.n_cols, shortlist.n_queries(), "there are features");
  if (queries.n_rows != database.n_rows) {
    refuse(fmt::format("re-ranking: queries have {} features, items have {}", queries.n_rows,
                       database.n_rows));
  }
  if (!queries.is_finite()) refuse("re-ranking: queries have values that are not finite");
  NearestItems order;
  order.offsets = shortlist.offsets;
  order.positions.resize(shortlist.positions.size());
  order.similarities.resize(shortlist.positions.size());

  const std::size_t d = queries.n_rows;
  const auto rerank = [&](std::size_t q) {
    const auto positions = shortlist.positions_of(q);
    for (const std::uint32_t position : positions) {
      if (position >= database.n_cols) {
        refuse(fmt::format("re-ranking: item {} is in a shortlist, there are {}", position,
                           database.n_cols));
      }
    }
    const double length = length_of(queries.colptr(q), d);
    std::vector<double> similarities(positions.size());
    write_similarities(queries.colptr(q), length == 0 ? 0 : 1 / length, database, positions,
                       similarity, similarities.data());
    std::vector<std::pair<double, std::uint32_t>> items;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (!std::isfinite(similarities[i])) {
        refuse(fmt::format("re-ranking: item {} has values that are not finite", positions[i]));
      }
      items.emplace_back(-similarities[i], positions[i]);
    }
    std::sort(items.begin(), items.end());
    for (std::size_t i = 0; i < items.size(); ++i) {
      order.similarities[order.offsets[q] + i] = -items[i].first;
      order.positions[order.offsets[q] + i] = items[i].second;
    }
  };
  const std::size_t n = shortlist.n_queries();
  parallel(threads, (n + reranked_at_once - 1) / reranked_at_once, [&](std::size_t group) {
    const std::size_t first = group * reranked_at_once;
    for (std::size_t q = first; q < std::min(n, first + reranked_at_once); ++q) rerank(q);
  });
  return order;
}

}  // namespace

Neighbours shortlist(const Codes& queries, const Codes& database, std::size_t R,
                     const Lists& ignored, const Kernel& kernel, std::size_t threads) {
  if (R == 0) refuse("re-ranking: a shortlist of R = 0 items is asked for, expected 1 or more");
  if (ignored.size() == 0) return top_k(queries, database, R, kernel, threads);
  if (ignored.size() != queries.n) {
    refuse(fmt::format("re-ranking: {} queries have {} lists of what they ignore", queries.n,
                       ignored.size()));
  }
  std::size_t longest = 0;
  for (std::size_t q = 0; q < queries.n; ++q) longest = std::max(longest, ignored[q].size());
  const std::size_t more = std::min(longest, database.n);
  const std::size_t k = std::min(R, std::max<std::size_t>(database.n, 1)) + more;
  const Neighbours found = top_k(queries, database, k, kernel, threads);
  Neighbours kept;
  for (std::size_t q = 0; q < queries.n; ++q) {
    const auto positions = found.positions_of(q);
    const auto distances = found.distances_of(q);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (kept.positions.size() - kept.offsets.back() == R) break;
      if (is_in(ignored[q], positions[i])) continue;
      kept.positions.push_back(positions[i]);
      kept.distances.push_back(distances[i]);
    }
    kept.offsets.push_back(kept.positions.size());
  }
  return kept;
}

NearestItems reranked(const Neighbours& shortlist, const Features& queries,
                      const Features& database, Similarity similarity, std::size_t threads) {
  return reranked_lists(shortlist, queries, database, similarity, threads);
}

NearestItems reranked(const NearestItems& shortlist, const Features& queries,
                      const Features& database, Similarity similarity, std::size_t threads) {
  return reranked_lists(shortlist, queries, database, similarity, threads);
}

RankCounts reranked_counts(const RankCounts& by_codes, const Neighbours& shortlist,
                           const NearestItems& order, const Relevance& relevance) {
  const std::size_t n = shortlist.n_queries();
  require_same_queries(by_codes.n_queries, n, "the ranking by codes is");
  require_same_queries(relevance.n_queries(), n, "relevance is");
  if (by_codes.real_valued())
    refuse("re-ranking: the ranking by codes is by real-valued distances");
  if (order.offsets != shortlist.offsets) {
    refuse("re-ranking: the order has other numbers of items than the shortlists");
  }
  RankCounts counts;
  counts.n_queries = n;
  TieWriter ties(counts);
  std::vector<std::uint32_t> all, relevant;
  for (std::size_t q = 0; q < n; ++q) {
    const auto ignored = relevance.ignored_by(q);
    all.assign(by_codes.all_of(q).begin(), by_codes.all_of(q).end());
    relevant.assign(by_codes.relevant_of(q).begin(), by_codes.relevant_of(q).end());

    const auto positions = shortlist.positions_of(q);
    const auto distances = shortlist.distances_of(q);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (is_in(ignored, positions[i])) continue;
      const std::size_t distance = distances[i];
      const std::uint32_t hit = is_relevant(relevance, q, positions[i]) ? 1 : 0;
      if (distance >= all.size() || all[distance] == 0 || relevant[distance] < hit) {
        refuse(fmt::format("re-ranking: the ranking by codes lacks item {} of query {}'s shortlist",
                           positions[i], q));
      }
      --all[distance];
      relevant[distance] -= hit;
    }

    const auto items = order.positions_of(q);
    const auto similarities = order.similarities_of(q);
    std::uint32_t tied = 0, hits = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!is_in(ignored, items[i])) {
        ++tied;
        hits += is_relevant(relevance, q, items[i]) ? 1 : 0;
      }
      if (i + 1 < items.size() && similarities[i + 1] == similarities[i]) continue;
      ties.add(tied, hits);
      tied = hits = 0;
    }
    for (std::size_t distance = 0; distance < all.size(); ++distance) {
      ties.add(all[distance], relevant[distance]);
    }
    ties.end_query();
  }
  return counts;
}

RankCounts reranked_counts(const Estimates& estimates, const NearestItems& order,
                           const Relevance& relevance) {
  const std::size_t n = estimates.n_queries(), n_items = estimates.n_items();
  require_same_queries(order.n_queries(), n, "the order is");
  for (const std::uint32_t position : order.positions) {
    if (position < n_items) continue;
    refuse(fmt::format("re-ranking: item {} is in a shortlist, there are {}", position, n_items));
  }
  std::vector<double> distances(n_items);
  RankCounts counts = counts_of_distances(n, n_items, relevance, [&](std::size_t q) {
    estimates.of_query(q, distances);
    // Items of the order get distances below all estimates, one for each tie.
    constexpr double lowest = -std::numeric_limits<double>::infinity();
    double below = n_items == 0 ? 0 : *std::min_element(distances.begin(), distances.end());
    const auto positions = order.positions_of(q);
    const auto similarities = order.similarities_of(q);
    for (std::size_t i = positions.size(); i-- > 0;) {
      const bool ties = i + 1 < positions.size() && similarities[i] == similarities[i + 1];
      if (!ties) below = std::nextafter(below, lowest);
      distances[positions[i]] = below;
    }
    return std::span<const double>(distances);
  });
  auto& real = std::get<RealDistances>(counts.distances);
  real = {.offsets = std::move(real.offsets)};  // queries have no common radii
  return counts;
}

}  // namespace hashlab
