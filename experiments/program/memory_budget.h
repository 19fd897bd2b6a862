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

  /// Checks that data of this size fit, which the caller reads next. Nothing is reserved, because
  /// memory_in_use() includes the data once they have been read.
  /// Errors:  invalid_argument, as for all of these functions: `what` does not fit, with the limit
  ///          that it needs.
  void require(double bytes, const std::string& what) const;
  /// Reserves memory for data that are created later.
  void reserve(double bytes, const std::string& what);
  /// Returns the number of threads for comparing codes, at most `threads`, and reserves their
  /// memory: a stack and a tile of codes for each, and bytes_of_results(n), which n threads need
  /// together for their results. The number of threads does not change results, so it is halved
  /// until they take at most half of what is left.
  std::size_t reserve_threads(std::size_t threads, const CodeFormat& format,
                              const std::function<double(std::size_t)>& bytes_of_results,
                              const std::string& what);
  /// The number of rows to process at once, of n rows that take `row_bytes` each: as many as fit,
  /// but at most 64 MiB. It is an error if fewer than 256 fit (or fewer than n, if n is smaller).
  std::size_t rows(double row_bytes, std::size_t n) const;

 private:
  double left() const;
  [[noreturn]] void too_small(const std::string& what) const;

  double cap_;
  double reserved_ = 8 * 1048576.0;  // memory that the allocator keeps, see evaluate_large_test
};

}  // namespace hashlab::experiments
