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

/// Those of n rows that fall to one of `size` ranks: all of them are in order and differ by one row
/// at most.
RowRange range_of_rank(std::size_t n, std::size_t rank, std::size_t size);

/// Processes that do one job together: each works on its own range of rows, what they count is
/// added up. All of them make the calls below in the same order. If one fails and calls no more,
/// the next call of each of the others throws, so that none waits for it.
class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual std::size_t rank() const = 0;  ///< of this process, 0 .. size - 1
  virtual std::size_t size() const = 0;
  virtual std::size_t on_this_host() const = 0;  ///< how many of them
  RowRange range_of(std::size_t n) const { return range_of_rank(n, rank(), size()); }

  /// Gives every rank the sums of the counts of all, element by element.
  virtual void sum(std::span<std::uint32_t> counts) const = 0;
  /// Rank 0 takes the words of ranks 1, 2, ..., one after the other in this order; they may differ
  /// in number.
  virtual void collect(const std::vector<std::uint64_t>& words,
                       const std::function<void(std::vector<std::uint64_t>)>& take) const = 0;
  /// For long work between two calls: throws if another rank has failed. No other rank needs to
  /// call it.
  virtual void look_around() const = 0;
};

/// This process alone.
const Ranks& one_rank();

}  // namespace hashlab
