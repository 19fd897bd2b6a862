#include "lib/hash_tables/hash_tables.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace hashlab {
namespace {

/// All numbers of K bits with at most `radius` ones, by their number of ones.
std::vector<std::uint64_t> masks_within(std::size_t K, std::size_t radius) {
  std::vector<std::uint64_t> masks = {0};
  std::size_t first = 0;
  for (std::size_t ones = 1; ones <= radius; ++ones) {
    const std::size_t last = masks.size();
    for (std::size_t i = first; i < last; ++i) {
      for (auto bit = static_cast<std::size_t>(std::bit_width(masks[i])); bit < K; ++bit) {
        masks.push_back(masks[i] | std::uint64_t{1} << bit);
      }
    }
    first = last;
  }
  return masks;
}

void add_once(std::span<const std::uint32_t> items, HashTableAnswer& answer) {
  answer.collisions += items.size();
  for (const std::uint32_t item : items) {
    std::uint64_t& word = answer.seen[item / 64];
    const std::uint64_t bit = std::uint64_t{1} << item % 64;
    if ((word & bit) == 0) answer.items.push_back(item);
    word |= bit;
  }
}

}  // namespace

HashTables::HashTables(const Codes& database, const HashTableSetting& setting, const Rng& rng)
    : setting_(setting),
      n_(database.n),
      positions_(key_positions(setting, database.format.bits, rng)) {
  if (n_ >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("hash tables: {} items, must be below 2^32 - 1", n_));
  }
  std::size_t max_buckets = 0;
  for (const auto& positions : positions_) {
    tables_.emplace_back(keys_of(database, positions), setting.K);
    max_buckets = std::max(max_buckets, tables_.back().size());
  }
  // If more keys lie within the radius than there are buckets, all buckets are scanned instead.
  if (keys_within(setting.K, setting.radius) <= max_buckets) {
    masks_ = masks_within(setting.K, setting.radius);
  }
}

void HashTables::look_up(const Codes& queries, std::size_t q, HashTableAnswer& answer) const {
  answer.items.clear();
  answer.seen.resize((n_ + 63) / 64);
  answer.collisions = 0;
  answer.probes = tables_.size() * keys_within(setting_.K, setting_.radius);
  answer.empty_probes = answer.probes;
  for (std::size_t l = 0; l < tables_.size(); ++l) {
    const std::uint64_t key = key_of(queries, q, positions_[l]);
    if (masks_.empty()) {
      tables_[l].for_each([&](std::uint64_t other, std::span<const std::uint32_t> items) {
        if (static_cast<std::size_t>(std::popcount(key ^ other)) > setting_.radius) return;
        --answer.empty_probes;
        add_once(items, answer);
      });
    }
    for (const std::uint64_t mask : masks_) {
      const std::span<const std::uint32_t> items = tables_[l].at(key ^ mask);
      if (items.empty()) continue;
      --answer.empty_probes;
      add_once(items, answer);
    }
  }
  for (const std::uint32_t item : answer.items) answer.seen[item / 64] = 0;
}

}  // namespace hashlab
