#pragma once

#include "lib/hash_tables/setting.h"
#include "lib/relevance/relevance.h"

#include <cstdint>

namespace hashlab {

/// How precision, recall and F are computed from counts.
struct HashTableScoring {
  double beta = 1;             ///< > 0, of the F-measure (thesis equation 3.10)
  double empty_precision = 0;  ///< precision where nothing is retrieved: 0 or 1
};

/// The scores of hash tables for a set of queries, and statistics of their buckets. Items that a
/// query ignores are neither retrieved nor relevant, as if they were not in the database. They stay
/// in the tables, however, so they do affect `collisions`, `empty_probes` and the statistics of
/// buckets.
struct HashTableScores {
  HashTableSetting setting;

  std::uint64_t queries = 0, database = 0;
  // Counts, summed over queries:
  std::uint64_t relevant = 0;       ///< relevant items
  std::uint64_t candidates = 0;     ///< retrieved items, each counted once per query
  std::uint64_t hits = 0;           ///< relevant candidates
  std::uint64_t collisions = 0;     ///< items in probed buckets, with repeats
  std::uint64_t probes = 0;         ///< buckets looked up
  std::uint64_t empty_probes = 0;   ///< empty buckets among those looked up
  std::uint64_t empty_queries = 0;  ///< queries that retrieve nothing
  // Buckets of all tables:
  std::uint64_t buckets = 0;         ///< non-empty buckets, summed over tables
  std::uint64_t largest_bucket = 0;  ///< items in the largest bucket of all tables

  // `precision` and `recall` are micro-averages, which pool all queries, including those without
  // relevant items. Names in _macro are macro-averages: means over the queries with relevant items.
  // `f` and `f_macro` are computed from the averaged precision and recall.
  double precision = 0, recall = 0, f = 0;
  double precision_macro = 0, recall_macro = 0, f_macro = 0;
  /// Entropy in bits of the bucket of a random item, as the mean over tables; at most min(K, log2
  /// of the database size). 2^entropy equally full buckets would have the same entropy.
  double entropy = 0;

  /// The time to compute the keys and buckets of the database, and the time of all look-ups,
  /// including the union of their items.
  double build_seconds = 0, query_seconds = 0;

  double touched() const;          ///< mean candidates per query, as a share of the whole database
  double mean_candidates() const;  ///< per query
  double mean_collisions() const;  ///< per query
  double empty_probe_rate() const;
  double empty_query_rate() const;
  double mean_bucket() const;  ///< mean number of items in a non-empty bucket
};

/// All scores of hash tables over `database`, looked up with `queries`. Except for the times, they
/// depend only on the arguments, and not on the order of the database.
/// Shapes:  queries and database in one CodeFormat; relevance.n_queries() == queries.n,
///          relevance.n_database == database.n; relevance.ignored has one list per query or none.
/// Errors:  invalid_argument if shapes disagree, the setting does not fit (see misfit), or there
///          are 2^32 - 1 items or more.
/// Cost:    see HashTables. In addition to the tables, it needs two bits per item of the database
///          and 4 bytes per item retrieved for one query.
/// Source:  thesis sections 3.4.2 (union of colliding items) and 3.6 (measures).
HashTableScores hash_table_scores(const Codes& queries, const Codes& database,
                                  const Relevance& relevance, const HashTableSetting& setting,
                                  const Rng& rng, const HashTableScoring& scoring = {});

}  // namespace hashlab
