#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/huge_pages.h"
#include "lib/ranking/neighbours.h"

#include <cstdint>
#include <vector>

namespace hashlab {

/// The result of a search through the index, with counts of the work done.
struct IndexedSearch {
  Neighbours neighbours;
  std::uint64_t probes = 0;      ///< number of buckets looked up
  std::uint64_t candidates = 0;  ///< number of codes in these buckets; each is compared in full
  std::uint64_t scanned = 0;     ///< number of queries that were answered by a linear scan
};

/// Multi-index hashing: exact search in a database for many queries. Codes are divided into m
/// substrings, each of which is the key of a hash table. A code within distance m s + t of the
/// query (0 <= t < m) differs from it in at most s bits in one of the first t + 1 substrings, or in
/// at most s - 1 bits in one of the other substrings. All tables are therefore probed in turn,
/// first for s = 0, then for s = 1 and so on, until m s + t reaches the search radius or the
/// distance of the k-th nearest item found.
///
/// The results equal those of LinearScan, ties included. A query whose probes would cost more than
/// a scan is answered by LinearScan. Manhattan codes are indexed by their thermometer codes.
/// Memory:  4 m (2^(bits / m) + n) bytes and m copies of the codes, so that the codes of a bucket
///          are contiguous. 100,000,000 codes of 64 bits take 3.7 GB, of 128 bits 11 GB.
/// Source:  Norouzi, Punjani & Fleet, "Fast search in Hamming space with multi-index hashing", CVPR
///          2012, sections 3 and 4.
/// Differs: a code that is found through several tables is compared each time, but kept only the
///   first time. Whether it was found before is determined from its substrings, which costs less
///   than a set of the codes already seen.
class MultiIndex {
 public:
  /// `database` must outlive the index. `m` is the number of substrings; 0: default_substrings().
  /// Tables are built in parallel. `patience` limits the estimated cost of a query's probes, as a
  /// multiple of the cost of a scan. A query that exceeds the limit is answered by a scan; with
  /// infinity none does. The results do not depend on `patience`.
  /// Errors:  invalid_argument if there are 2^32 - 1 codes or more, m is above the number of bits,
  ///          a substring would have more than 28 bits, or a distance could exceed 32767; those of
  ///          check_format.
  explicit MultiIndex(const Codes& database, std::size_t m = 0, std::size_t threads = 1,
                      double patience = 1);

  /// The k nearest items of each query, or all if there are fewer; k >= 1.
  /// Errors:  invalid_argument if queries and database have different code formats, or k is 0.
  IndexedSearch top_k(const Codes& queries, std::size_t k, const Kernel& kernel,
                      std::size_t threads = 1) const;
  /// All items within `radius` of each query.
  /// Errors:  invalid_argument if queries and database have different code formats.
  IndexedSearch within_radius(const Codes& queries, std::size_t radius, const Kernel& kernel,
                              std::size_t threads = 1) const;

  std::size_t substrings() const { return substrings_.size(); }

  /// The default number of substrings for n codes: bits / w, rounded up, where w is log2 n rounded
  /// down and limited to 4 .. 28. A substring of w bits has at most max(n, 16) keys.
  static std::size_t default_substrings(std::size_t bits, std::size_t n);

 private:
  struct Substring {
    std::size_t first = 0, width = 0;  ///< first bit in the code, and number of bits
    HugeVector<std::uint32_t> starts;  ///< for each key, the first entry of its bucket; as the last
                                       ///< element, the number of entries
    HugeVector<std::uint32_t> items;   ///< for each entry, the position in the database
    HugeVector<std::uint64_t> codes;   ///< for each entry, the whole code
  };
  class Walk;

  static void fill(Substring& substring, const Codes& codes);
  IndexedSearch search(const Codes& queries, std::size_t k, std::size_t radius,
                       const Kernel& kernel, std::size_t threads) const;

  const Codes& database_;
  double patience_;
  std::size_t bits_, words_;  ///< of the codes in the tables
  std::vector<Substring> substrings_;
};

/// True if MultiIndex, including its construction, is expected to be faster than a linear scan of n
/// codes for this number of queries. This rule comes from measurements with clustered codes of
/// 64 and 128 bits (tests/bench/multi_index_bench.cpp; docs/development/benchmarks.md has the
/// figures): searching is faster from n = 10,000 sqrt(k) on, and the construction pays off after
/// some thousand queries. With uniformly distributed codes, searching becomes faster only from far
/// larger n on, or never.
bool multi_index_pays(std::size_t n, std::size_t k, std::size_t queries);

}  // namespace hashlab
