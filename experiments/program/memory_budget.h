#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::experiments {

/// A memory plan that is made before the memory is used: a limit for the process, and what fits
/// below it.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t cap_bytes) : cap_(static_cast<double>(cap_bytes)) {}

  /// Checks that there is room for data that are read next; from then on they are part of
  /// memory_in_use().
  /// Errors:  invalid_argument, as for all of these functions: `what` does not fit, with the limit
  ///          that it needs.
  void require(double bytes, const std::string& what) const;
  /// Reserves room for data that are created later.
  void reserve(double bytes, const std::string& what);
  /// Returns how many of `threads` threads that compare codes fit, each with its stack and a tile
  /// of codes, and with the bytes that all of them need together for their results; reserves room
  /// for these. The number does not change results, so it is halved until the threads fit.
  std::size_t reserve_threads(std::size_t threads, const CodeFormat& format,
                              const std::function<double(std::size_t)>& bytes_of_results,
                              const std::string& what);
  /// The number of rows of a piece of n that fit at `row_bytes` each; not more than are useful.
  std::size_t rows(double row_bytes, std::size_t n) const;

 private:
  double left() const;
  [[noreturn]] void too_small(const std::string& what) const;

  double cap_;
  double reserved_ = 8 * 1048576.0;  // memory that the allocator keeps, see evaluate_large_test
};

}  // namespace hashlab::experiments
