#pragma once

#include "lib/hash_tables/buckets.h"
#include "lib/hash_tables/setting.h"

#include <cstdint>
#include <vector>

namespace hashlab {

/// The items retrieved for one query. Pass the same object for the next query to save allocations.
struct HashTableAnswer {
  std::vector<std::uint32_t> items;      ///< each once, in the order found
  std::uint64_t collisions = 0;          ///< items in all probed buckets, with repeats
  std::uint64_t probes = 0;              ///< L times the number of keys within the radius
  std::uint64_t empty_probes = 0;        ///< probes that found an empty bucket
  std::vector<std::uint64_t> seen = {};  ///< one bit per item; all zero between queries
};

/// L hash tables over a database, probed at all keys within a radius of the query's key (thesis
/// section 3.4.2). Buckets have no size limit (chaining).
/// Cost:    per query O(L * p + collisions), where p is the number of keys within the radius or, if
///          that is smaller, the largest number of non-empty buckets of a table.
class HashTables {
 public:
  /// `rng` is used for sampled keys only (KeyBits::sampled).
  /// Errors:  invalid_argument if the setting does not fit (see misfit) or there are 2^32 - 1 items
  ///          or more.
  HashTables(const Codes& database, const HashTableSetting& setting, const Rng& rng);

  /// Replaces `answer` by the items in all buckets that are probed for code q of `queries`.
  /// `queries` must have the same format as the database.
  void look_up(const Codes& queries, std::size_t q, HashTableAnswer& answer) const;

  const std::vector<Buckets>& tables() const { return tables_; }
  std::size_t n_database() const { return n_; }

 private:
  HashTableSetting setting_;
  std::size_t n_;
  std::vector<std::vector<std::uint32_t>> positions_;
  std::vector<std::uint64_t> masks_;  ///< keys within the radius of 0; empty if buckets are fewer
  std::vector<Buckets> tables_;
};

}  // namespace hashlab
