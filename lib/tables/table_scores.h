#pragma once

#include "lib/relevance/relevance.h"
#include "lib/tables/table_setting.h"

#include <cstdint>

namespace hashlab {

/// How precision, recall and F are made of counts.
struct TableScoring {
  double beta = 1;             ///< of F (thesis equation 3.10), > 0
  double empty_precision = 0;  ///< precision where nothing is retrieved: 0 or 1
};

/// What hash tables retrieved for some queries, and what they look like inside.
struct TableScores {
  TableSetting setting;

  std::uint64_t queries = 0, database = 0;
  std::uint64_t relevant = 0;        ///< summed over queries, as the next three
  std::uint64_t candidates = 0;      ///< retrieved items, each once a query
  std::uint64_t hits = 0;            ///< those that are relevant
  std::uint64_t collisions = 0;      ///< items in probed buckets, before repeats are removed
  std::uint64_t probes = 0;          ///< buckets asked for
  std::uint64_t empty_probes = 0;    ///< of them empty
  std::uint64_t empty_queries = 0;   ///< queries that retrieve nothing
  std::uint64_t buckets = 0;         ///< non-empty ones, summed over tables
  std::uint64_t largest_bucket = 0;  ///< items in the fullest of all tables

  // Micro-averages pool all queries, those without relevant items too; macro-averages are means
  // over the queries with relevant items; F is that of the two averages.
  double precision = 0, recall = 0, f = 0;
  double precision_macro = 0, recall_macro = 0, f_macro = 0;
  /// Of an item's bucket, in bits, mean over tables: log2 of the number of equally full buckets
  /// that would be as uneven; at most min(K, log2 of the database).
  double entropy = 0;

  double build_seconds = 0, query_seconds = 0;  ///< keys and buckets; look-ups and their union

  double touched() const;          ///< candidates, as a share of the database
  double mean_candidates() const;  ///< a query
  double mean_collisions() const;  ///< a query
  double empty_probe_rate() const;
  double empty_query_rate() const;
  double mean_bucket() const;  ///< items in a non-empty bucket
};

/// Every score of hash tables over `database` asked with `queries`: all but the seconds depend on
/// nothing but the arguments, and not on the order of the database.
/// Shapes:  queries and database in one CodeFormat; relevance.n_queries() == queries.n,
///          relevance.n_database == database.n.
/// Errors:  invalid_argument if shapes disagree or the setting does not fit (see misfit).
/// Cost:    see HashTables; O(database / 8) bytes beside the tables.
/// Source:  thesis sections 3.4.2 (union of colliding items) and 3.6 (measures).
TableScores table_scores(const Codes& queries, const Codes& database, const Relevance& relevance,
                         const TableSetting& setting, const Rng& rng,
                         const TableScoring& scoring = {});

}  // namespace hashlab
