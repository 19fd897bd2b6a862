#include "lib/ranking/summed_estimates.h"

#include "lib/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace hashlab {
namespace {

constexpr std::size_t items_of_block = Tile::block_codes;

/// Integers in the order of the numbers, in single precision.
std::uint32_t sortable_key(double number) {
  constexpr std::uint32_t sign = 0x80000000U;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// The order in which `n` blocks are visited: steps of about the golden section of n, so that any
/// few blocks in a row are spread evenly.
std::vector<std::size_t> visits(std::size_t n) {
  auto step = static_cast<std::size_t>(0.381966 * static_cast<double>(n)) | 1;
  while (std::gcd(step, n) != 1) step += 2;
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = (n / 2 + i * step) % n;
  return order;
}

/// The order of items. Each segment of 2^20 items, which bounds the memory for sorting, is sorted
/// by base and divided into strata of eight blocks. A stratum is sorted by factor, so that the
/// bases and the factors of a block are close to each other. Equal items keep their order. The
/// blocks of a segment are then ordered by visits(); the last block of all, which may not be full,
/// stays the last. In shorter segments blocks have wider ranges: with 2^16 items, a search of 10^6
/// items looked at 1.7 times as many as it kept.
std::vector<std::uint32_t> order_of_items(std::size_t n, const ItemNumbers& numbers) {
  constexpr std::size_t segment = std::size_t{1} << 20, stratum = 8 * items_of_block;
  const std::vector<double>&bases = numbers.base, &factors = numbers.factors[0];
  std::vector<std::uint32_t> order;
  order.reserve(n);
  std::vector<std::uint64_t> keys;  // of one number and the position, so that no two are equal
  const auto sort_keys = [&](std::size_t begin, std::size_t end, const std::vector<double>& by) {
    if (by.empty()) return;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t position = keys[i] & 0xffffffff;
      keys[i] = std::uint64_t{sortable_key(by[position])} << 32 | position;
    }
    const auto first = keys.begin();
    std::sort(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
  };
  for (std::size_t first = 0; first < n; first += segment) {
    keys.resize(std::min(segment, n - first));
    std::iota(keys.begin(), keys.end(), std::uint64_t{first});
    sort_keys(0, keys.size(), bases);
    for (std::size_t i = 0; i < keys.size(); i += stratum) {
      sort_keys(i, std::min(i + stratum, keys.size()), factors);
    }
    const auto append = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        order.push_back(static_cast<std::uint32_t>(keys[i]));
    };
    const std::size_t whole = keys.size() / items_of_block;
    for (const std::size_t b : visits(whole)) append(b * items_of_block, (b + 1) * items_of_block);
    append(whole * items_of_block, keys.size());
  }
  return order;
}

}  // namespace

std::shared_ptr<const SummedEstimates> SummedEstimates::make(const Asked& asked, const Codes& items,
                                                             const ItemNumbers& numbers,
                                                             const Kernel& kernel) {
  if (numbers.factors.size() != 1 || asked.queries.empty() || items.n == 0) return nullptr;
  std::vector<Query> queries;
  for (const AskedQuery& asked_query : asked.queries) {
    const AskedTerm& term = asked_query.terms[0];
    if (term.table.empty()) return nullptr;
    const std::optional<BitSum> sum = bit_sum(term.table, asked.widths);
    if (!sum) return nullptr;
    BitWeights weights(sum->weights);
    const double first = sum->start - weights.constant();
    queries.push_back({asked_query.constant, term.start, term.scale, first, std::move(weights)});
  }
  return std::shared_ptr<const SummedEstimates>(new SummedEstimates(
      std::move(queries), items, numbers, order_of_items(items.n, numbers), kernel));
}

SummedEstimates::SummedEstimates(std::vector<Query> queries, const Codes& items,
                                 const ItemNumbers& numbers,
                                 const std::vector<std::uint32_t>& order, const Kernel& kernel)
    : queries_(std::move(queries)), codes_(items, order, kernel) {
  const auto number = [](const std::vector<double>& of, std::uint32_t i, double otherwise) {
    return of.empty() ? otherwise : of[i];
  };
  items_.reserve(order.size());
  for (const std::uint32_t i : order) {
    items_.push_back({number(numbers.base, i, 0), number(numbers.factors[0], i, 1), i});
  }
  for (std::size_t first = 0; first < items_.size(); first += items_of_block) {
    Block block = {items_[first].base, items_[first].factor, items_[first].factor};
    for (std::size_t i = first; i < std::min(first + items_of_block, items_.size()); ++i) {
      block.least_base = std::min(block.least_base, items_[i].base);
      block.least_factor = std::min(block.least_factor, items_[i].factor);
      block.largest_factor = std::max(block.largest_factor, items_[i].factor);
    }
    blocks_.push_back(block);
  }
}

void SummedEstimates::of_query(std::size_t q, std::span<double> out) const {
  WeighedCodes::Tiles tiles(codes_);
  std::vector<std::uint32_t> sums(tiles.full() * items_of_block);
  const Query& query = queries_[q];
  for (std::size_t b = 0; b < blocks_.size(); b += tiles.full()) {
    const WeighedTile tile = tiles.make(b, std::min(tiles.full(), blocks_.size() - b));
    codes_.kernel().sums(query.weights.weighing(), tile, sums.data());
    const std::size_t first = b * items_of_block;
    for (std::size_t i = 0; i < tile.n; ++i) {
      const Item& item = items_[first + i];
      out[item.position] = estimate(query, item, sums[WeighedTile::slot(i)]);
    }
  }
}

/// A bound from below on the sums of the items of a block whose estimate is at most `largest`.
/// Since factors are at most 0 and the scale is above 0, larger sums have smaller estimates. The
/// bound follows from the formula of estimates, solved for the sum, less what rounding can change:
/// sums are integers, and every number has a relative error of a few 2^-53.
std::uint32_t SummedEstimates::least_sum(const Query& query, const Block& block, double largest) {
  const double room = largest - (query.constant + block.least_base);  // for factor * value
  // The factor with which a value, of the sign that it must have, comes lowest.
  const double factor = room < 0 ? block.least_factor : block.largest_factor;
  if (!(query.scale > 0) || !(factor < 0) || block.largest_factor > 0) return 0;
  const double value = room / factor;  // that must be reached
  constexpr double rounding = 1e-9;    // much more than the errors
  const double terms = std::abs(largest) + std::abs(query.constant) + std::abs(block.least_base);
  const double slack =
      rounding * (std::abs(value) + std::abs(query.start) - terms / factor) / query.scale +
      rounding * std::abs(query.first);
  const double sum = (value - query.start) / query.scale - query.first - slack;
  if (!(sum > 0)) return 0;  // also if it is not a number
  constexpr double none = 1U << most_sum_digits;
  return static_cast<std::uint32_t>(std::ceil(std::min(sum, none)));
}

/// The k nearest items of one query so far, and some that are farther.
class SummedEstimates::Found {
 public:
  using Near = std::pair<double, std::uint32_t>;  // estimate and position

  /// True if `worst` became smaller.
  bool add(Near item, std::size_t k) {
    if (!(item < worst_)) return false;
    items_.push_back(item);
    if (items_.size() / 2 < k) return false;
    keep(k);
    worst_ = items_.back();
    return true;
  }
  /// No item of a larger estimate than this can be among the nearest.
  double largest() const { return worst_.first; }
  /// Leaves the k nearest; the farthest of them is the last.
  void keep(std::size_t k) {
    if (items_.size() <= k) return;
    const auto end = items_.begin() + static_cast<std::ptrdiff_t>(k);
    std::nth_element(items_.begin(), end - 1, items_.end());
    items_.erase(end, items_.end());
  }
  const std::vector<Near>& items() const { return items_; }

 private:
  std::vector<Near> items_;
  Near worst_ = {std::numeric_limits<double>::infinity(),
                 std::numeric_limits<std::uint32_t>::max()};
};

/// A search of some blocks for some of the queries.
class SummedEstimates::Search {
 public:
  Search(const SummedEstimates& all, std::size_t k, const Lists& ignored, std::size_t first_query,
         std::size_t end_query)
      : all_(all),
        k_(k),
        ignored_(ignored),
        first_query_(first_query),
        found_(end_query - first_query) {
    for (std::size_t q = first_query; q < end_query; ++q) {
      weighings_.push_back(all.queries_[q].weights.weighing());
    }
  }

  void blocks(std::size_t first, std::size_t end) {
    if (first == end) return;
    WeighedCodes::Tiles tiles(all_.codes_);
    // All items of a few blocks are estimated, which bounds the estimates of the nearest.
    const std::size_t few = std::min(
        end - first, std::max(fewest_blocks, (2 * k_ + items_of_block - 1) / items_of_block));
    std::size_t b = first;
    for (std::size_t n = 0; b < first + few; b += n) {
      n = std::min(tiles.full(), first + few - b);
      estimate_all(tiles.make(b, n), b);
    }
    for (std::size_t n = 0; b < end; b += n) {
      n = std::min(tiles.full(), end - b);
      search(tiles.make(b, n), b);
    }
  }

  const Found& found(std::size_t q) const { return found_[q - first_query_]; }
  void add(std::size_t q, const Found& more) {
    for (const Found::Near& item : more.items()) found_[q - first_query_].add(item, k_);
  }

 private:
  static constexpr std::size_t fewest_blocks = 4;

  const Query& query(std::size_t q) const { return all_.queries_[first_query_ + q]; }

  void estimate_all(const WeighedTile& tile, std::size_t block) {
    sums_.resize(tile.n_blocks * items_of_block);
    first_item_ = block * items_of_block;
    for (std::size_t q = 0; q < weighings_.size(); ++q) {
      all_.codes_.kernel().sums(weighings_[q], tile, sums_.data());
      for (std::size_t i = 0; i < tile.n; ++i) {
        consider(q, first_item_ + i, sums_[WeighedTile::slot(i)]);
      }
    }
  }

  void search(const WeighedTile& tile, std::size_t block) {
    first_block_ = block;
    first_item_ = block * items_of_block;
    n_blocks_ = tile.n_blocks;
    least_.resize(weighings_.size() * n_blocks_);
    for (std::size_t q = 0; q < weighings_.size(); ++q) find_least(q, 0);
    all_.codes_.kernel().at_least(weighings_.data(), weighings_.size(), tile, least_.data(), tell,
                                  this);
  }

  /// Writes what sums of query q must reach in the blocks of the tile from `from` on.
  void find_least(std::size_t q, std::size_t from) {
    const double largest = found_[q].largest();
    for (std::size_t b = from; b < n_blocks_; ++b) {
      least_[q * n_blocks_ + b] = all_.least_sum(query(q), all_.blocks_[first_block_ + b], largest);
    }
  }

  static void tell(void* search, std::size_t q, std::size_t position, std::uint32_t sum) {
    Search& self = *static_cast<Search*>(search);
    if (self.consider(q, self.first_item_ + position, sum)) {
      self.find_least(q, position / items_of_block);
    }
  }

  bool consider(std::size_t q, std::size_t i, std::uint32_t sum) {
    const Item& item = all_.items_[i];
    const double estimate = all_.estimate(query(q), item, sum);
    if (estimate > found_[q].largest()) return false;
    if (ignored_.size() > 0) {
      const auto ignored = ignored_[first_query_ + q];
      if (std::binary_search(ignored.begin(), ignored.end(), item.position)) return false;
    }
    return found_[q].add({estimate, item.position}, k_);
  }

  const SummedEstimates& all_;
  std::size_t k_;
  const Lists& ignored_;
  std::size_t first_query_;
  std::vector<Found> found_;
  std::vector<Weighing> weighings_;
  std::vector<std::uint32_t> sums_, least_;
  std::size_t first_block_ = 0, first_item_ = 0, n_blocks_ = 0;
};

NearestItems SummedEstimates::nearest(std::size_t k, const Lists& ignored,
                                      std::size_t threads) const {
  // With fewer queries per thread, the threads divide the blocks instead.
  constexpr std::size_t fewest_queries = 64;
  const bool by_query = queries_.size() >= threads * fewest_queries;
  std::vector<std::optional<Search>> parts(std::max<std::size_t>(threads, 1));
  const auto share = [&](std::size_t all, std::size_t part) { return all * part / parts.size(); };
  parallel(parts.size(), parts.size(), [&](std::size_t part) {
    const std::size_t n = queries_.size(), n_blocks = blocks_.size();
    if (by_query) {
      parts[part].emplace(*this, k, ignored, share(n, part), share(n, part + 1));
      parts[part]->blocks(0, n_blocks);
    } else {
      parts[part].emplace(*this, k, ignored, 0, n);
      parts[part]->blocks(share(n_blocks, part), share(n_blocks, part + 1));
    }
  });
  NearestItems nearest;
  std::size_t part = 0;
  for (std::size_t q = 0; q < queries_.size(); ++q) {
    if (by_query) {
      while (q >= share(queries_.size(), part + 1)) ++part;
    } else {
      for (std::size_t other = 1; other < parts.size(); ++other) {
        parts[0]->add(q, parts[other]->found(q));
      }
    }
    std::vector<Found::Near> items = parts[part]->found(q).items();
    std::sort(items.begin(), items.end());
    if (items.size() > k) items.resize(k);
    for (const auto& [estimate, item] : items) {
      nearest.positions.push_back(item);
      nearest.similarities.push_back(0.0 - estimate);
    }
    nearest.offsets.push_back(nearest.positions.size());
  }
  return nearest;
}

}  // namespace hashlab
