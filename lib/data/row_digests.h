#pragma once

#include "lib/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hashlab {

/// Rows of a table that are equal, byte for byte.
struct RepeatedRows {
  std::vector<Rows> groups;  ///< rows that equal each other, two at least, ascending; by first row

  std::size_t repeats() const;  ///< rows that repeat an earlier one
  std::size_t largest() const;  ///< rows of the largest group; 0 if there is none
};

/// Finds equal rows of a table that is read once. Rows count as equal if the first 128 bits of their
/// SHA-256 are: for others to agree in those, nobody knows an example.
/// Memory:  16 bytes a row, 20 more while repeated() works.
class RowDigests {
 public:
  void add(const void* row, std::size_t bytes);
  std::size_t size() const { return digests_.size(); }
  RepeatedRows repeated() const;
  /// How many rows of `other` are among the rows here.
  std::size_t count_found(const RowDigests& other) const;

 private:
  using Digest = std::array<std::uint64_t, 2>;
  std::vector<Digest> digests_;
};

}  // namespace hashlab
