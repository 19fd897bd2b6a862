#pragma once

#include "lib/relevance/near_rows.h"

#include <cstddef>
#include <functional>
#include <string>

namespace hashlab {

/// The rows of one table that are within a distance of each other.
struct NearFacts {
  std::string table;
  double distance;
  NearRows rows;
};

/// Called after each of the `n` steps of a search (see NearSearch::progress), with the table that
/// is searched and its number of rows. May throw to stop.
using NearProgress = std::function<void(const std::string& table, std::size_t rows,
                                        std::size_t done, std::size_t n)>;

/// Searches for rows of `table` within a distance of each other (see near_rows) in the data set
/// file at `path`. An empty `table` means /features, or the only table of samples (see
/// holds_samples).
/// Errors:  as H5File::open; invalid_argument if `table` is not a table of samples, or if it is
///          empty and the file has no /features and either several tables of samples or none;
///          corrupt_file for a value that is not finite.
NearFacts look_for_near_rows(const std::string& path, const std::string& table, double distance,
                             std::size_t threads, const NearProgress& progress);

/// The number of near rows, and some of them, as text for display.
std::string near_text(const NearFacts& facts);

}  // namespace hashlab
