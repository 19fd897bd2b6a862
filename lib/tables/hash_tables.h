#pragma once

#include "lib/tables/buckets.h"
#include "lib/tables/table_setting.h"

#include <cstdint>
#include <vector>

namespace hashlab {

/// What one query found, and the room that is used again for the next.
struct TableAnswer {
  std::vector<std::uint32_t> items;      ///< each once, in the order found
  std::uint64_t collisions = 0;          ///< items in all probed buckets, with repeats
  std::uint64_t probes = 0;              ///< L times the keys within the radius
  std::uint64_t empty_probes = 0;        ///< those that led to an empty bucket
  std::vector<std::uint64_t> seen = {};  ///< a bit an item; all zero between queries
};

/// L hash tables over a database, probed at all keys within a radius of the query's (thesis section
/// 3.4.2). Chaining: no bucket is cut short.
/// Cost:    a query O(probes + collisions), or O(L * non-empty buckets) where that is less.
class HashTables {
 public:
  /// `rng` is used by sampled keys only.
  /// Errors:  invalid_argument if the setting does not fit (see misfit) or there are 2^32 - 1 items
  ///          or more.
  HashTables(const Codes& database, const TableSetting& setting, const Rng& rng);

  /// The union over tables and probes for code q of `queries`, which have the database's format.
  void look_up(const Codes& queries, std::size_t q, TableAnswer& answer) const;

  const std::vector<Buckets>& tables() const { return tables_; }
  std::size_t n_database() const { return n_; }

 private:
  TableSetting setting_;
  std::size_t n_;
  std::vector<std::vector<std::uint32_t>> positions_;
  std::vector<std::uint64_t> masks_;  ///< all within the radius of 0; empty if buckets are fewer
  std::vector<Buckets> tables_;
};

}  // namespace hashlab
