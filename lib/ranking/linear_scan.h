#pragma once

#include "lib/codes/codes.h"
#include "lib/hamming/kernel.h"
#include "lib/hamming/tiles.h"
#include "lib/ranking/neighbours.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace hashlab {

/// Exact search of a database that arrives in pieces: the k nearest items within a radius, by the
/// distance that CodeFormat defines. If items tie at the distance of the k-th one, those at lower
/// positions are taken, so the result is the same for every kernel, thread count and division into
/// pieces.
/// Cost:    O(queries * database * words) time, O(queries * k + piece) memory; without a limit k,
///          all items within the radius are kept.
class LinearScan {
 public:
  static constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

  /// True if several threads divide the database among themselves instead of the queries, because
  /// there are fewer than 64 queries per thread. Each thread then keeps its own state of every
  /// query.
  static bool divides_database(std::size_t queries, std::size_t threads);
  /// The memory in bytes for the state of one query, without the items found.
  static std::size_t bytes_per_query(const CodeFormat& format, std::size_t radius);

  /// A search for the k >= 1 nearest items of each query within `radius`. `everything` as k or as
  /// `radius` means no limit. `kernel` must outlive the object.
  /// Errors:  invalid_argument if k is 0; those of check_format, for example if a distance could
  ///          exceed 65535.
  LinearScan(const Codes& queries, std::size_t k, std::size_t radius, const Kernel& kernel,
             std::size_t threads = 1);
  /// Searches one more piece, whose first code has position `first`. Pieces must arrive in order.
  /// Errors:  invalid_argument if formats disagree or positions exceed 32 bits.
  void add(const Codes& piece, std::size_t first);
  /// The items found in the pieces searched so far.
  Neighbours result() const;

 private:
  /// The state of one query. Its entries are distance * 2^32 + position; they include those of the
  /// k nearest items so far.
  struct Found {
    std::vector<std::uint64_t> entries;
    std::vector<std::uint32_t> counts;  ///< entries found at each distance, including discarded
                                        ///< ones
    int within;                         ///< items beyond this distance can no longer enter the
                                        ///< result
    std::size_t nearer = 0;             ///< number of entries found at distances up to `within`;
                                        ///< less than k
  };
  /// A range of the queries, for which tiles of the database are searched.
  class Part;
  void find(Found& found, std::uint64_t distance, std::uint64_t position) const;

  Codes queries_;  ///< in the form that kernels read
  CodeFormat format_;
  std::size_t k_, radius_;
  const Kernel& kernel_;
  std::size_t threads_;
  std::vector<Found> found_;
};

/// The k nearest database items of each query, or all if there are fewer.
Neighbours top_k(const Codes& queries, const Codes& database, std::size_t k, const Kernel& kernel,
                 std::size_t threads = 1);

/// All database items within `radius` of each query.
Neighbours within_radius(const Codes& queries, const Codes& database, std::size_t radius,
                         const Kernel& kernel, std::size_t threads = 1);

}  // namespace hashlab
