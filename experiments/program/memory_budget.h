#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::experiments {

/// Plans the memory of the process before it is used, so that a limit is not exceeded. The
/// parameter `what` names the use of the memory, for error messages.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t cap_bytes) : cap_(static_cast<double>(cap_bytes)) {}

  /// Checks that data of `bytes` bytes, which the caller reads next, fit below the limit. Nothing
  /// is reserved, because memory_in_use() includes the data once they have been read.
  /// Errors:  invalid_argument if they do not fit, naming the limit that is needed. The other
  ///          functions of this class have the same error.
  void require(double bytes, const std::string& what) const;
  /// Reserves `bytes` bytes for data that are created later.
  void reserve(double bytes, const std::string& what);
  /// Returns the number of threads for comparing codes, at most `threads`, and reserves their
  /// memory: a stack and a tile of codes for each thread, and bytes_of_results(n) for the results
  /// of all n threads. The number of threads does not affect results, so it is halved until the
  /// threads need at most half of the memory that is left, or until there is one thread.
  std::size_t reserve_threads(std::size_t threads, const CodeFormat& format,
                              const std::function<double(std::size_t)>& bytes_of_results,
                              const std::string& what);
  /// The number of rows to process at once, of n rows that take `row_bytes` bytes each: as many as
  /// fit into the memory that is left, and into 64 MiB.
  /// Errors:  invalid_argument if fewer than 256 rows fit, or fewer than n if n is smaller.
  std::size_t rows(double row_bytes, std::size_t n) const;

 private:
  double left() const;
  [[noreturn]] void too_small(const std::string& what) const;

  double cap_;
  double reserved_ = 8 * 1048576.0;  // memory that the allocator keeps, see evaluate_large_test
};

}  // namespace hashlab::experiments
