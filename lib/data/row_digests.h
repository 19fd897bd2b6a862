#pragma once

#include "lib/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Rows of a table that are equal byte for byte.
struct RepeatedRows {
  /// Each group holds two or more equal rows, ascending. Groups are ordered by their first row.
  std::vector<Rows> groups;

  std::size_t repeats() const;  ///< rows that repeat an earlier one
  std::size_t largest() const;  ///< size of the largest group; 0 if there is none
};

/// Finds equal rows of a table in one pass. Rows count as equal if the first 128 bits of their
/// SHA-256 agree. No two different inputs with equal first 128 bits are known.
/// Memory:  16 bytes per row; 20 more per row during repeated(), 16 more during count_found().
class RowDigests {
 public:
  void add(const void* row, std::size_t bytes);
  std::size_t size() const { return digests_.size(); }
  RepeatedRows repeated() const;
  /// The number of rows of `other` that are equal to a row of this table.
  std::size_t count_found(const RowDigests& other) const;

 private:
  using Digest = std::array<std::uint64_t, 2>;
  std::vector<Digest> digests_;
};

}  // namespace hashlab
