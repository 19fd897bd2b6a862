#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hashlab {

/// One hash table: maps keys to items. Built once, for any number of look-ups.
///
/// One array holds the items, bucket after bucket, and a directory gives the position of each
/// bucket in this array. If K is small, the directory is indexed by the key itself. Otherwise it is
/// indexed by the leading bits of the scrambled key and points into a sorted array of the scrambled
/// keys of the non-empty buckets.
/// Cost:    build O(n + 2^K) if the directory is indexed by key, O(n log n) otherwise; look-up O(1)
///          expected.
/// Memory:  the elements of all arrays take at most 32 bytes per item plus 256 KiB.
/// docs/development/benchmarks.md compares the speed of Buckets with robin-map, Abseil's
/// flat_hash_map and std::unordered_map.
class Buckets {
 public:
  /// keys[i] < 2^K is the key of item i; 1 <= K <= 64; fewer than 2^32 - 1 items.
  Buckets(std::span<const std::uint64_t> keys, std::size_t K);

  /// The items with this key, ascending.
  std::span<const std::uint32_t> at(std::uint64_t key) const;
  std::size_t n_items() const { return items_.size(); }
  /// The number of non-empty buckets.
  std::size_t size() const { return size_; }
  /// Visits every non-empty bucket, in an order that depends on the set of keys only.
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
  std::vector<std::uint32_t> directory_;  ///< first item by key, or first bucket if scrambled
  std::vector<std::uint64_t> keys_;       ///< scrambled keys of the buckets, ascending; or empty
  std::vector<std::uint32_t> starts_;     ///< first item of each bucket, and the end; or empty
  std::vector<std::uint32_t> items_;
};

}  // namespace hashlab
