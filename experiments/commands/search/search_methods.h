#pragma once

#include "lib/codes/code_file.h"
#include "lib/hamming/kernel.h"
#include "lib/ranks.h"
#include "lib/search/linear_scan.h"
#include "lib/search/neighbours.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// What to search a file of codes for.
struct SearchRequest {
  const Codes& queries;
  const CodeSource& database;
  const Ranks& ranks;                           ///< each searches its own range of the database
  std::size_t k = LinearScan::everything;       ///< the k nearest
  std::size_t radius = LinearScan::everything;  ///< of those no farther than this
  const Kernel& kernel;
  std::size_t threads = 1;
  std::size_t memory =
      0;  ///< most that the process shall hold, in bytes; what lies within a radius
          ///< without a k comes on top
  std::function<void(std::size_t row, std::size_t block)> advance;  ///< so many rows are done
};

/// A way to search. All find the same, see Neighbours for the order.
struct SearchMethod {
  std::string name, summary;
  /// What is found in the range of this rank, at positions of the whole database.
  /// Errors:  invalid_argument if memory does not suffice, and those of the database.
  Neighbours (*search)(const SearchRequest& request);
};

/// Every method, the default first.
const std::vector<SearchMethod>& search_methods();

/// Errors: invalid_argument with a suggestion.
const SearchMethod& search_method(std::string_view name);

}  // namespace hashlab::experiments
