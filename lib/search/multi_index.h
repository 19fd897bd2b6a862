#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/huge_pages.h"
#include "lib/search/neighbours.h"

#include <cstdint>
#include <vector>

namespace hashlab {

/// What a search through tables found, and what it took.
struct IndexedSearch {
  Neighbours neighbours;
  std::uint64_t probes = 0;      ///< buckets looked into
  std::uint64_t candidates = 0;  ///< codes in them, each compared in full
  std::uint64_t scanned = 0;     ///< queries that were left to the linear scan
};

/// Exact search in a database that is asked many times: multi-index hashing. Codes are cut into m
/// substrings, each the key of a table. A code within distance m s + t of the query has, in one of
/// the first t + 1 substrings, at most s bits that differ, or in another at most s - 1: so tables
/// are probed by growing s, one after the other, until that bound covers what is asked for.
///
/// The answers are those of LinearScan, ties included. A query whose probes would cost more than
/// reading everything is left to LinearScan. For Manhattan codes the thermometers are indexed.
/// Memory:  4 m (2^(bits / m) + n) bytes and m copies of the codes: a bucket's codes lie together,
///          which is what makes it fast. 100,000,000 codes of 64 bits take 3.7 GB, of 128 bits 11 GB.
/// Source:  Norouzi, Punjani & Fleet, "Fast search in Hamming space with multi-index hashing", CVPR
///          2012, sections 3 and 4.
/// Differs: a code that several tables lead to is compared each time and kept the first time, which
///          its substrings tell; remembering who was seen would cost more than comparing.
class MultiIndex {
 public:
  /// `database` outlives the index. m = 0 takes default_substrings(). Tables are built in parallel.
  /// `patience` is the share of a scan's cost that a query's probes may reach, estimated, before
  /// the query is left to the scan; with infinity none is. Answers do not depend on it.
  /// Errors:  invalid_argument if there are 2^32 - 1 codes or more, m is above the number of bits,
  ///          a substring would have more than 28 bits, or a distance could exceed 32767.
  explicit MultiIndex(const Codes& database, std::size_t m = 0, std::size_t threads = 1,
                      double patience = 1);

  /// The k nearest of each query, all if there are fewer; k >= 1.
  /// Errors:  invalid_argument if formats disagree or k is 0.
  IndexedSearch top_k(const Codes& queries, std::size_t k, const Kernel& kernel,
                      std::size_t threads = 1) const;
  /// All within `radius` of each query.
  IndexedSearch within_radius(const Codes& queries, std::size_t radius, const Kernel& kernel,
                              std::size_t threads = 1) const;

  std::size_t substrings() const { return substrings_.size(); }

  /// The smallest m whose directories have no more entries than there are codes: bits / log2 n,
  /// rounded up.
  static std::size_t default_substrings(std::size_t bits, std::size_t n);

 private:
  struct Substring {
    std::size_t first = 0, width = 0;  ///< bits of the code
    HugeVector<std::uint32_t> starts;  ///< by key: the bucket's first place; one more at the end
    HugeVector<std::uint32_t> items;   ///< by place: position in the database
    HugeVector<std::uint64_t> codes;   ///< by place: the code
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

/// Do tables pay: is MultiIndex, built for so many queries, faster than the linear scan of n codes? A
/// rule from tests/bench/multi_index_bench.cpp (figures in its README) for clustered codes of 64 and
/// 128 bits: searching pays from n = 10,000 sqrt(k) on, building is won back after some thousand
/// queries. Codes spread evenly over all bits need far more, or never gain.
bool multi_index_pays(std::size_t n, std::size_t k, std::size_t queries);

}  // namespace hashlab
