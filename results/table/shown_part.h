#pragma once

#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The part of a comparison table that is shown. An empty list shows everything. Tests and their
/// corrections always use all methods and code lengths of a split.
struct ShownPart {
  std::vector<std::string> hashers;  ///< names as in the rows, also of uncompressed baselines
  std::vector<std::string> splits;
  std::vector<CodeBits> bits;

  bool shows_hasher(const std::string& name) const;
  bool shows_split(const std::string& name) const;
  bool shows_bits(CodeBits count) const;
};

/// Checks that the results have everything that `shown` names.
/// Errors:  invalid_argument naming the first entry that is missing, and some that the results
///          have.
void check_shown(const ShownPart& shown, const MetricResults& results);

/// Removes the rows of methods that are not shown. If the first row of a block is removed, the next
/// row that is kept starts the block. Rows are named as in rows_of().
void keep_shown_rows(const ShownPart& shown, std::vector<TableRow>& rows);

/// "shown: 2 of 13 hashing methods, ...", or "" if everything is shown.
std::string shown_footnote(const ShownPart& shown, const MetricResults& results);

}  // namespace hashlab::results
