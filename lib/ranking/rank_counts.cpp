#include "lib/ranking/rank_counts.h"

#include "lib/error.h"
#include "lib/ranking/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

namespace hashlab {
namespace {

// The distances of a block stay in the L1 cache between scan and count; the codes of a tile, 256 KB
// of words or one block, stay in the L2 cache while all queries pass over them.
constexpr std::size_t block_codes = 8192;
constexpr std::size_t tile_words = 32768;

void check(const Codes& queries, const Codes& database, const Relevance& relevance) {
  const auto fail = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "rank counts: " + message);
  };
  if (queries.format != database.format) {
    fail(
        fmt::format("queries have {} bits in digits of {}, the database has {} in digits of {}; "
                    "encode both with one hasher",
                    queries.format.bits, queries.format.digit_bits, database.format.bits,
                    database.format.digit_bits));
  }
  if (queries.format.digit_bits == 0 || queries.format.digit_bits > 6) {
    fail(fmt::format("digits have {} bits, expected 1 .. 6", queries.format.digit_bits));
  }
  if (queries.format.bits == 0) fail("codes have no bits, at least 1 is needed");
  if (queries.format.max_distance() > std::numeric_limits<std::uint16_t>::max()) {
    fail(fmt::format("distances reach {}, at most 65535 are counted; use fewer bits",
                     queries.format.max_distance()));
  }
  if (relevance.n_queries() != queries.n || relevance.n_database != database.n) {
    fail(fmt::format("relevance is for {} queries and {} database items, the codes are {} and {}",
                     relevance.n_queries(), relevance.n_database, queries.n, database.n));
  }
  for (std::size_t k = 0; k < relevance.lists.size(); ++k) {
    const auto list = relevance.lists[k];
    if (!list.empty() && list.back() >= database.n) {
      fail(fmt::format("relevance list {} holds position {}, the database has {} items", k,
                       list.back(), database.n));
    }
  }
  for (const std::uint32_t list : relevance.list_of_query) {
    if (list >= relevance.lists.size()) {
      fail(fmt::format("a query uses relevance list {}, there are {}", list,
                       relevance.lists.size()));
    }
  }
}

RankCounts empty_counts(const Codes& queries) {
  RankCounts counts;
  counts.n_queries = queries.n;
  counts.n_distances = queries.format.max_distance() + 1;
  counts.all.resize(counts.n_queries * counts.n_distances);
  counts.relevant.resize(counts.n_queries * counts.n_distances);
  return counts;
}

// Adds the relevant items among the block that starts at database position `begin`.
void count_relevant(std::span<const std::uint16_t> distances, std::size_t begin,
                    std::span<const std::uint32_t> relevant, std::span<std::uint32_t> row) {
  const std::size_t end = begin + distances.size();
  auto item = std::lower_bound(relevant.begin(), relevant.end(), begin);
  for (; item != relevant.end() && *item < end; ++item) ++row[distances[*item - begin]];
}

}  // namespace

RankCounter::RankCounter(const Codes& queries, const Kernel& kernel, std::size_t threads)
    : queries_(queries), kernel_(kernel), threads_(threads), counts_(empty_counts(queries)) {}

void RankCounter::add(const Codes& piece, const Relevance& relevance) {
  const RankCounts more = rank_counts(queries_, piece, relevance, kernel_, threads_);
  for (std::size_t i = 0; i < more.all.size(); ++i) {
    counts_.all[i] += more.all[i];
    counts_.relevant[i] += more.relevant[i];
  }
}

RankCounts rank_counts(const Codes& queries, const Codes& database, const Relevance& relevance,
                       const Kernel& kernel, std::size_t threads) {
  static_cast<void>(threads);
  check(queries, database, relevance);
  if (queries.format.digit_bits > 1) {
    return rank_counts(thermometer(queries), thermometer(database), relevance, kernel, threads);
  }
  RankCounts counts = empty_counts(queries);
  const std::size_t n_distances = counts.n_distances;
  const std::size_t tile_codes = std::max(block_codes, tile_words / database.n_words());
  Histogram histogram(n_distances);
  std::vector<std::uint16_t> buffer(std::min(block_codes, database.n));
  for (std::size_t tile = 0; tile < database.n; tile += tile_codes) {
    const std::size_t tile_end = std::min(tile + tile_codes, database.n);
    for (std::size_t q = 0; q < queries.n; ++q) {
      for (std::size_t begin = tile; begin < tile_end; begin += block_codes) {
        const auto distances = std::span(buffer).first(std::min(block_codes, tile_end - begin));
        kernel.scan(queries.code(q), database.code(begin), distances.size(), database.n_words(),
                    distances.data());
        histogram.add(distances);
        count_relevant(distances, begin, relevance.of(q),
                       std::span(counts.relevant).subspan(q * n_distances, n_distances));
      }
      histogram.flush_into(std::span(counts.all).subspan(q * n_distances, n_distances));
    }
  }
  return counts;
}

RankCounts rank_counts_reference(const Codes& queries, const Codes& database,
                                 const Relevance& relevance) {
  check(queries, database, relevance);
  RankCounts counts = empty_counts(queries);
  for (std::size_t q = 0; q < queries.n; ++q) {
    const auto relevant = relevance.of(q);
    for (std::size_t i = 0; i < database.n; ++i) {
      const std::size_t cell = q * counts.n_distances + distance(queries, q, database, i);
      ++counts.all[cell];
      if (std::binary_search(relevant.begin(), relevant.end(), i)) ++counts.relevant[cell];
    }
  }
  return counts;
}

}  // namespace hashlab
