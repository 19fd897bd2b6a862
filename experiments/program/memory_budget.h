#pragma once

#include <cstddef>
#include <string>

namespace hashlab {

/// Memory that is planned before it is used: a cap on what the process holds, and what fits below.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t cap_bytes) : cap_(static_cast<double>(cap_bytes)) {}

  /// Is there room for something that is read next? From then on it shows in memory_in_use().
  /// Errors:  invalid_argument, as for all of these: `what` does not fit, with the cap that it
  ///          needs.
  void require(double bytes, const std::string& what) const;
  /// Keeps room for something that is made later.
  void reserve(double bytes, const std::string& what);
  /// How many rows of a piece of n fit, where one takes `row_bytes`; no more than are useful.
  std::size_t rows(double row_bytes, std::size_t n) const;

 private:
  double left() const;
  [[noreturn]] void too_small(const std::string& what) const;

  double cap_;
  double reserved_ = 16 * 1048576.0;  // what the allocator keeps and threads need
};

}  // namespace hashlab
