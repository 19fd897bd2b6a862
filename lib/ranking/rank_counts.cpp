#include "lib/ranking/rank_counts.h"

#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/hamming/tiles.h"
#include "lib/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace hashlab {
namespace {

void check(const CodeFormat& format, std::size_t n_queries, const Codes& database,
           const Relevance& relevance) {
  const auto fail = [](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, "rank counts: " + message);
  };
  check_comparable(format, database.format, "rank counts");
  if (relevance.n_queries() != n_queries || relevance.n_database != database.n) {
    fail(fmt::format("relevance is for {} queries and {} database items, the codes are {} and {}",
                     relevance.n_queries(), relevance.n_database, n_queries, database.n));
  }
  for (std::size_t k = 0; k < relevance.lists.size(); ++k) {
    const auto list = relevance.lists[k];
    if (!list.empty() && list.back() >= database.n) {
      fail(fmt::format("relevance list {} holds position {}, the database has {} items", k,
                       list.back(), database.n));
    }
  }
  if (relevance.ignored.size() != 0 && relevance.ignored.size() != n_queries) {
    fail(fmt::format("{} of {} queries have a list of what they ignore", relevance.ignored.size(),
                     n_queries));
  }
  for (std::size_t q = 0; q < n_queries; ++q) {
    const auto ignored = relevance.ignored_by(q);
    if (!ignored.empty() && ignored.back() >= database.n) {
      fail(fmt::format("query {} ignores position {}, the database has {} items", q, ignored.back(),
                       database.n));
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
  const std::size_t n_distances = queries.format.max_distance() + 1;
  counts.distances = CodeDistances{n_distances};
  counts.all.resize(counts.n_queries * n_distances);
  counts.relevant.resize(counts.n_queries * n_distances);
  return counts;
}

/// How the relevant items of a list are counted.
enum class Test {
  items,  ///< few: the distance of each is computed
  set,    ///< many: as a bit set, which is combined by and with the codes at each distance
};

// The distance of a single item costs as much as counting some thirty by set.
constexpr std::size_t many = 32;

/// The part of a piece that is counted together, as a tile.
struct Stretch {
  std::size_t first = 0, n = 0;
};

/// The order of a stretch in its tile. If no two lists share an item of it, each list is
/// consecutive there, so that counting by set has to look at a few columns only.
struct Order {
  std::vector<std::uint32_t>
      positions;                   ///< in the piece, of each code of the tile; empty: in order
  std::vector<std::size_t> begin;  ///< of each list in the tile, and the last one's end
};

/// Counts one piece for all queries.
class Counting {
 public:
  Counting(const Codes& queries, const Codes& piece, const Relevance& relevance)
      : queries_(queries), piece_(piece), relevance_(relevance) {
    bool by_sets = false;
    for (std::uint32_t k = 0; k < relevance.lists.size(); ++k) {
      const bool few = relevance.lists[k].size() * many < piece.n;
      tests_.push_back(few ? Test::items : Test::set);
      by_items_ = by_items_ || (few && !relevance.lists[k].empty());
      by_sets = by_sets || !few;
    }
    may_order_ = by_sets && relevance.lists.items.size() <= piece.n;
    // Queries with the same list are consecutive, so that its set is built once per tile.
    order_.resize(queries.n);
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return relevance.list_of_query[a] < relevance.list_of_query[b];
    });
  }

  /// For some of the queries.
  TileMaker tile_maker(const Kernel& kernel, std::size_t n_queries) const {
    return TileMaker(kernel, piece_.format, n_queries, kernel.count_slices_from, by_items_);
  }

  std::vector<Stretch> stretches(std::size_t longest) const {
    std::vector<Stretch> all;
    for (std::size_t first = 0; first < piece_.n; first += longest) {
      all.push_back({first, std::min(longest, piece_.n - first)});
    }
    return all;
  }

  /// Adds the counts of one stretch for queries order_[begin .. end).
  void count(TileMaker& maker, const Stretch& stretch, std::size_t begin, std::size_t end,
             RankCounts& counts) const {
    // Bringing codes into an order costs as much as slicing them.
    const Order order = may_order_ && maker.slices() ? order_by_list(stretch) : Order();
    const Tile& tile = order.positions.empty() ? maker.make(piece_, stretch.first, stretch.n)
                                               : maker.make(piece_, order.positions);
    const Kernel& kernel = maker.kernel();
    const std::size_t n_distances = counts.n_distances();
    std::vector<std::uint32_t> items;  // of the list, in the tile
    std::vector<std::uint64_t> set(tile.n_blocks * Tile::block_words);
    constexpr std::uint32_t no_list = 0xffffffff;
    std::uint32_t list_at_hand = no_list;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t q = order_[i], list = relevance_.list_of_query[q];
      std::uint32_t* all = counts.all.data() + q * n_distances;
      std::uint32_t* relevant = counts.relevant.data() + q * n_distances;
      if (list != list_at_hand) {
        list_at_hand = list;
        items = items_in_tile(list, stretch, order);
        std::fill(set.begin(), set.end(), 0);
        if (tests_[list] == Test::set) {
          for (const std::uint32_t item : items) insert(set, item);
        }
      }
      const bool by_set = tests_[list] == Test::set && !items.empty();
      kernel.count(queries_.code(q), tile, by_set ? set.data() : nullptr, all, relevant);
      if (!by_set) count_items(kernel, queries_.code(q), tile, items, relevant);
    }
  }

 private:
  std::span<const std::uint32_t> items_in(std::uint32_t list, const Stretch& stretch) const {
    const auto items = relevance_.lists[list];
    const auto first = std::lower_bound(items.begin(), items.end(), stretch.first);
    const auto last = std::lower_bound(first, items.end(), stretch.first + stretch.n);
    return {first, last};
  }

  Order order_by_list(const Stretch& stretch) const {
    Order order;
    order.positions.resize(stretch.n);
    order.begin.reserve(relevance_.lists.size() + 1);
    std::vector<std::uint8_t> listed(stretch.n);
    std::size_t n = 0;
    for (std::uint32_t k = 0; k < relevance_.lists.size(); ++k) {
      order.begin.push_back(n);
      for (const std::uint32_t item : items_in(k, stretch)) {
        if (listed[item - stretch.first] != 0) return {};
        listed[item - stretch.first] = 1;
        order.positions[n++] = item;
      }
    }
    order.begin.push_back(n);
    for (std::size_t i = 0; n < stretch.n; ++i) {
      if (listed[i] == 0) order.positions[n++] = static_cast<std::uint32_t>(stretch.first + i);
    }
    return order;
  }

  std::vector<std::uint32_t> items_in_tile(std::uint32_t list, const Stretch& stretch,
                                           const Order& order) const {
    if (!order.positions.empty()) {
      std::vector<std::uint32_t> items(order.begin[list + 1] - order.begin[list]);
      std::iota(items.begin(), items.end(), static_cast<std::uint32_t>(order.begin[list]));
      return items;
    }
    const auto listed = items_in(list, stretch);
    std::vector<std::uint32_t> items(listed.begin(), listed.end());
    for (std::uint32_t& item : items) item -= static_cast<std::uint32_t>(stretch.first);
    return items;
  }

  static void count_items(const Kernel& kernel, const std::uint64_t* query, const Tile& tile,
                          const std::vector<std::uint32_t>& items, std::uint32_t* relevant) {
    for (const std::uint32_t item : items) {
      std::uint16_t distance = 0;
      kernel.scan(query, tile.codes + item * tile.words, 1, tile.words, &distance);
      ++relevant[distance];
    }
  }

  const Codes& queries_;
  const Codes& piece_;
  const Relevance& relevance_;
  std::vector<Test> tests_;
  bool by_items_ = false, may_order_ = false;
  std::vector<std::uint32_t> order_;
};

/// Takes from the counts what queries ignore.
void leave_out_ignored(const Codes& queries, const Codes& piece, const Relevance& relevance,
                       RankCounts& counts) {
  const std::size_t n_distances = counts.n_distances();
  for (std::size_t q = 0; q < queries.n; ++q) {
    for (const std::uint32_t item : relevance.ignored_by(q)) {
      const std::size_t cell = q * n_distances + distance(queries, q, piece, item);
      --counts.all[cell];
      if (is_relevant(relevance, q, item)) --counts.relevant[cell];
    }
  }
}

// With fewer queries per thread, making tiles in each thread would not pay off.
constexpr std::size_t min_queries = 64;

}  // namespace

bool RankCounter::divides_database(std::size_t queries, std::size_t threads) {
  return queries < threads * min_queries;
}

RankCounter::RankCounter(const Codes& queries, const Kernel& kernel, std::size_t threads)
    : format_(queries.format), kernel_(kernel), threads_(std::max<std::size_t>(threads, 1)) {
  check_format(format_, "rank counts");
  given_ = queries;
  queries_ = thermometer(queries);
  counts_ = empty_counts(queries);
}

void RankCounter::add(const Codes& piece, const Relevance& relevance) {
  check(format_, queries_.n, piece, relevance);
  const Counting counting(queries_, piece, relevance);
  const std::vector<Stretch> stretches =
      counting.stretches(counting.tile_maker(kernel_, queries_.n).tile_codes());
  if (!divides_database(queries_.n, threads_)) {
    parallel(threads_, threads_, [&](std::size_t part) {
      const std::size_t begin = queries_.n * part / threads_;
      const std::size_t end = queries_.n * (part + 1) / threads_;
      TileMaker maker = counting.tile_maker(kernel_, end - begin);
      for (const Stretch& s : stretches) counting.count(maker, s, begin, end, counts_);
    });
    leave_out_ignored(given_, piece, relevance, counts_);
    return;
  }
  // Few queries: the threads divide the database, each with counts of its own.
  std::vector<RankCounts> counts(threads_, counts_);
  for (RankCounts& own : counts) {
    std::fill(own.all.begin(), own.all.end(), 0);
    std::fill(own.relevant.begin(), own.relevant.end(), 0);
  }
  parallel(threads_, threads_, [&](std::size_t part) {
    TileMaker maker = counting.tile_maker(kernel_, queries_.n);
    for (std::size_t i = part; i < stretches.size(); i += threads_) {
      counting.count(maker, stretches[i], 0, queries_.n, counts[part]);
    }
  });
  for (const RankCounts& own : counts) {
    for (std::size_t i = 0; i < own.all.size(); ++i) {
      counts_.all[i] += own.all[i];
      counts_.relevant[i] += own.relevant[i];
    }
  }
  leave_out_ignored(given_, piece, relevance, counts_);
}

RankCounts counts_of_query(const RankCounts& counts, std::size_t q) {
  const auto all = counts.all_of(q), relevant = counts.relevant_of(q);
  RankCounts one;
  one.n_queries = 1;
  one.all.assign(all.begin(), all.end());
  one.relevant.assign(relevant.begin(), relevant.end());
  const auto* codes = std::get_if<CodeDistances>(&counts.distances);
  if (codes == nullptr) {
    one.distances = RealDistances{.offsets = {0, all.size()}};
    return one;
  }
  CodeDistances& own = one.distances.emplace<CodeDistances>(CodeDistances{codes->n_distances});
  if (!codes->at_least) return one;
  own.at_least.emplace();
  for (const std::vector<std::uint32_t>& level : *codes->at_least) {
    const auto row = std::span(level).subspan(q * codes->n_distances, codes->n_distances);
    own.at_least->emplace_back(row.begin(), row.end());
  }
  return one;
}

RankCounts rank_counts(const Codes& queries, const Codes& database, const Relevance& relevance,
                       const Kernel& kernel, std::size_t threads) {
  RankCounter counter(queries, kernel, threads);
  counter.add(database, relevance);
  return counter.counts();
}

RankCounts rank_counts_reference(const Codes& queries, const Codes& database,
                                 const Relevance& relevance) {
  check_format(queries.format, "rank counts");
  check(queries.format, queries.n, database, relevance);
  RankCounts counts = empty_counts(queries);
  const std::size_t n_distances = counts.n_distances();
  for (std::size_t q = 0; q < queries.n; ++q) {
    const auto ignored = relevance.ignored_by(q);
    for (std::uint32_t i = 0; i < database.n; ++i) {
      if (std::binary_search(ignored.begin(), ignored.end(), i)) continue;
      const std::size_t cell = q * n_distances + distance(queries, q, database, i);
      ++counts.all[cell];
      if (is_relevant(relevance, q, i)) ++counts.relevant[cell];
    }
  }
  return counts;
}

}  // namespace hashlab
