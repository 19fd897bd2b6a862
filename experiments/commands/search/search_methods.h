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

/// A search in a file of codes.
struct SearchRequest {
  const Codes& queries;
  const CodeSource& database;
  const Ranks& ranks;                           ///< each searches its own range of the database
  std::size_t k = LinearScan::everything;       ///< the k nearest
  std::size_t radius = LinearScan::everything;  ///< largest distance of a neighbour; both limits
                                                ///< apply
  const Kernel& kernel;
  std::size_t threads = 1;
  std::size_t memory =
      0;  ///< limit on the memory of the process, in bytes; results within a radius without a k
          ///< come on top
  std::function<void(std::size_t row, std::size_t block)> advance;  ///< reports that this many rows
                                                                    ///< are done
};

/// A search method. All return the same neighbours; see Neighbours for their order.
struct SearchMethod {
  std::string name, summary;
  /// The neighbours in the range of this rank, with positions in the whole database.
  /// Errors:  invalid_argument if memory does not suffice, and those of the database.
  Neighbours (*search)(const SearchRequest& request);
};

/// Every method, the default first.
const std::vector<SearchMethod>& search_methods();

/// Errors: invalid_argument with a suggestion.
const SearchMethod& search_method(std::string_view name);

}  // namespace hashlab::experiments
