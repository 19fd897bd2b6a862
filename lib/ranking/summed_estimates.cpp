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

/// Sorts positions by a key, without changing the order of equal ones, digit by digit.
void sort_by_key(std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& keys) {
  constexpr std::size_t digit_bits = 11, n_digits = 3, values = std::size_t{1} << digit_bits;
  std::vector<std::uint32_t> sorted(order.size());
  for (std::size_t d = 0; d < n_digits; ++d) {
    const auto digit = [&](std::uint32_t i) { return keys[i] >> digit_bits * d & (values - 1); };
    std::vector<std::size_t> at(values + 1);
    for (const std::uint32_t i : order) ++at[digit(i) + 1];
    std::partial_sum(at.begin(), at.end(), at.begin());
    for (const std::uint32_t i : order) sorted[at[digit(i)]++] = i;
    order.swap(sorted);
  }
}

/// Integers in the order of the numbers, in single precision.
std::vector<std::uint32_t> sortable_keys(const std::vector<double>& numbers) {
  std::vector<std::uint32_t> keys;
  keys.reserve(numbers.size());
  constexpr std::uint32_t sign = 0x80000000U;
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
    keys.push_back((bits & sign) != 0 ? ~bits : bits | sign);
  }
  return keys;
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

/// The order of items: by base, then factor, then position; divided into blocks, which are then
/// ordered by visits(). The last block, which may not be full, stays the last.
std::vector<std::uint32_t> order_of_items(std::size_t n, const ItemNumbers& numbers) {
  std::vector<std::uint32_t> sorted(n);
  std::iota(sorted.begin(), sorted.end(), 0U);
  if (!numbers.factors[0].empty()) sort_by_key(sorted, sortable_keys(numbers.factors[0]));
  if (!numbers.base.empty()) sort_by_key(sorted, sortable_keys(numbers.base));
  const std::size_t whole = n / items_of_block;
  if (whole == 0) return sorted;
  std::vector<std::uint32_t> order;
  order.reserve(n);
  for (const std::size_t b : visits(whole)) {
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(b * items_of_block);
    order.insert(order.end(), first, first + static_cast<std::ptrdiff_t>(items_of_block));
  }
  order.insert(order.end(), sorted.begin() + static_cast<std::ptrdiff_t>(whole * items_of_block),
               sorted.end());
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
                                 const ItemNumbers& numbers, std::vector<std::uint32_t> order,
                                 const Kernel& kernel)
    : queries_(std::move(queries)), order_(std::move(order)), codes_(items, order_, kernel) {
  const auto in_order = [&](const std::vector<double>& given, double otherwise) {
    std::vector<double> values(order_.size(), otherwise);
    for (std::size_t i = 0; i < order_.size() && !given.empty(); ++i) values[i] = given[order_[i]];
    return values;
  };
  base_ = in_order(numbers.base, 0);
  factor_ = in_order(numbers.factors[0], 1);
  for (std::size_t first = 0; first < order_.size(); first += items_of_block) {
    const std::size_t end = std::min(first + items_of_block, order_.size());
    Block block = {base_[first], factor_[first], factor_[first]};
    for (std::size_t i = first; i < end; ++i) {
      block.least_base = std::min(block.least_base, base_[i]);
      block.least_factor = std::min(block.least_factor, factor_[i]);
      block.largest_factor = std::max(block.largest_factor, factor_[i]);
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
      out[order_[first + i]] = estimate(query, first + i, sums[WeighedTile::slot(i)]);
    }
  }
}

/// A bound from below on the sums of the items of a block whose estimate is at most `largest`.
/// Since factors are at most 0 and the scale is above 0, larger sums have smaller estimates. The
/// bound follows from the formula of estimates, solved for the sum, less what rounding can change:
/// sums are integers, and every number has a relative error of a few 2^-53.
std::uint32_t SummedEstimates::least_sum(const Query& query, const Block& block,
                                         double largest) const {
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
  using Item = std::pair<double, std::uint32_t>;  // estimate and position

  /// True if `worst` became smaller.
  bool add(Item item, std::size_t k) {
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
  const std::vector<Item>& items() const { return items_; }

 private:
  std::vector<Item> items_;
  Item worst_ = {std::numeric_limits<double>::infinity(),
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
    for (const Found::Item& item : more.items()) found_[q - first_query_].add(item, k_);
  }

 private:
  static constexpr std::size_t fewest_blocks = 8;

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
    const double estimate = all_.estimate(query(q), i, sum);
    if (estimate > found_[q].largest()) return false;
    const std::uint32_t item = all_.order_[i];
    if (ignored_.size() > 0) {
      const auto ignored = ignored_[first_query_ + q];
      if (std::binary_search(ignored.begin(), ignored.end(), item)) return false;
    }
    return found_[q].add({estimate, item}, k_);
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
    std::vector<Found::Item> items = parts[part]->found(q).items();
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
