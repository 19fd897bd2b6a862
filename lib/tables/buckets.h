#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hashlab {

/// One hash table: which items have a key. Built once, for any number of look-ups.
///
/// Items lie bucket after bucket in one array. A directory leads to a bucket: by the key itself
/// while that takes few entries, else by the leading bits of the scrambled key, with the scrambled
/// keys of the non-empty buckets, sorted, behind it.
/// Cost:    build O(n + 2^K) or O(n log n); look-up O(1) expected; memory at most 32 bytes an item
///          and 256 KiB.
/// Chosen over robin-map, Abseil's flat_hash_map and std::unordered_map by measurement; figures in
/// tests/bench/README.md.
class Buckets {
 public:
  /// keys[i] < 2^K is the key of item i; 1 <= K <= 64; less than 2^32 - 1 items.
  Buckets(std::span<const std::uint64_t> keys, std::size_t K);

  /// The items with that key, ascending.
  std::span<const std::uint32_t> at(std::uint64_t key) const;
  std::size_t n_items() const { return items_.size(); }
  /// Buckets that are not empty.
  std::size_t size() const { return size_; }
  /// Visits every non-empty bucket, in an order that the set of keys alone decides.
  void for_each(const std::function<void(std::uint64_t key, std::span<const std::uint32_t> items)>&
                    visit) const;

 private:
  void build_direct(std::span<const std::uint64_t> keys);
  void build_scrambled(std::span<const std::uint64_t> keys);
  std::span<const std::uint32_t> range(std::uint32_t first, std::uint32_t last) const {
    return std::span(items_).subspan(first, last - first);
  }

  std::size_t K_;
  std::size_t directory_bits_;
  std::size_t size_ = 0;
  std::vector<std::uint32_t> directory_;  ///< by key: first item; scrambled: first bucket
  std::vector<std::uint64_t> keys_;       ///< of the buckets, scrambled, ascending; or empty
  std::vector<std::uint32_t> starts_;     ///< of the buckets in items_, and its end; or empty
  std::vector<std::uint32_t> items_;
};

}  // namespace hashlab
