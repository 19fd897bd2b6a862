#pragma once

#include "lib/codes/codes.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab::experiments {

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
  /// How many of `threads` that compare codes fit, each with its stack and a tile of codes, and
  /// with the bytes that all of them take together for their results; keeps room for those. Results
  /// do not depend on the number, so it is halved until they fit.
  std::size_t reserve_threads(std::size_t threads, const CodeFormat& format,
                              const std::function<double(std::size_t)>& bytes_of_results,
                              const std::string& what);
  /// How many rows of a piece of n fit, where one takes `row_bytes`; no more than are useful.
  std::size_t rows(double row_bytes, std::size_t n) const;

 private:
  double left() const;
  [[noreturn]] void too_small(const std::string& what) const;

  double cap_;
  double reserved_ = 8 * 1048576.0;  // what the allocator keeps, see evaluate_large_test
};

}  // namespace hashlab::experiments
