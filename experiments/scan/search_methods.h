#pragma once

#include "lib/codes/code_file.h"
#include "lib/hamming/kernel.h"
#include "lib/ranking/linear_scan.h"
#include "lib/ranking/neighbours.h"
#include "lib/ranks.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The input of a search in a file of codes. Both limits, `k` and `radius`, apply.
struct SearchRequest {
  const Codes& queries;
  const CodeSource& database;
  const Ranks& ranks;                           ///< each rank searches a range of the database
  std::size_t k = LinearScan::everything;       ///< largest number of neighbours
  std::size_t radius = LinearScan::everything;  ///< largest distance of a neighbour
  const Kernel& kernel;
  std::size_t threads = 1;
  std::size_t memory =
      0;  ///< memory limit of the process in bytes; if `k` is not limited, the results of the
          ///< search take more
  /// Called after each block of at most `block` rows; `row` is the number of rows searched so far.
  std::function<void(std::size_t row, std::size_t block)> advance;
  /// Called on rank 0 with a message for the user about how the method works on these codes.
  std::function<void(const std::string&)> note;
};

/// A search method. All methods return the same neighbours, in the order of Neighbours.
struct SearchMethod {
  std::string name, summary;
  /// Returns the neighbours in this rank's range of the database, with their positions in the whole
  /// database.
  /// Errors:  invalid_argument if memory does not suffice; those of reading the database.
  Neighbours (*search)(const SearchRequest& request);
};

/// Every search method, the default first.
const std::vector<SearchMethod>& search_methods();

/// The search method with this name. Errors: invalid_argument with a suggestion.
const SearchMethod& search_method(std::string_view name);

}  // namespace hashlab::experiments
