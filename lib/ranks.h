#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hashlab {

/// Rows first .. first + count - 1 of a table.
struct RowRange {
  std::size_t first = 0, count = 0;
  bool operator==(const RowRange&) const = default;
};

/// The rows of process `rank`, 0 .. size - 1, if n rows are divided among `size` processes. The
/// ranges follow each other in the order of the ranks, and their sizes differ by at most one row.
RowRange range_of_rank(std::size_t n, std::size_t rank, std::size_t size);

/// The processes (ranks, as in MPI) that work on one job together: each processes its own range of
/// rows, and their counts are added up. All of them must call sum() and collect() in the same
/// order. If one process fails and makes no more calls, the next sum() or collect() of each of the
/// others throws, so that none waits for it.
class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual std::size_t rank() const = 0;          ///< of this process, 0 .. size - 1
  virtual std::size_t size() const = 0;          ///< number of processes
  virtual std::size_t on_this_host() const = 0;  ///< number of processes of the job on this host
  /// The rows that this process works on if the job has n rows.
  RowRange range_of(std::size_t n) const { return range_of_rank(n, rank(), size()); }

  /// Replaces `counts` on every rank by the sums over all ranks, element by element.
  virtual void sum(std::span<std::uint32_t> counts) const = 0;
  /// Sends `words` of ranks 1, 2, ... to rank 0, which calls take() once for each of these ranks,
  /// in ascending order, with the words of that rank. The ranks may have different numbers of
  /// words.
  virtual void collect(const std::vector<std::uint64_t>& words,
                       const std::function<void(std::vector<std::uint64_t>)>& take) const = 0;
  /// Throws if another rank has failed. Call it during long work between two calls of sum() or
  /// collect(). Unlike these, it need not be called by all ranks.
  virtual void look_around() const = 0;
};

/// A job with a single process, this one.
const Ranks& one_rank();

}  // namespace hashlab
