#pragma once

#include "results/compare/metric_results.h"
#include "results/format/table_format.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The part of a comparison table that is shown. Where a list is empty, everything is. Tests and
/// their corrections are over all results, whatever is shown of them.
struct ShownPart {
  std::vector<std::string> hashers;  ///< as in the rows, references too
  std::vector<std::string> splits;
  std::vector<CodeBits> bits;

  bool shows_hasher(const std::string& name) const;
  bool shows_split(const std::string& name) const;
  bool shows_bits(CodeBits count) const;
};

/// Errors:  invalid_argument naming what the results lack, with what they have.
void check_shown(const ShownPart& shown, const MetricResults& results);

/// Leaves out the rows of other hashers; a block keeps its beginning. Rows are called as rows_of()
/// calls them.
void keep_shown_rows(const ShownPart& shown, std::vector<TableRow>& rows);

/// "shown: 2 of 13 hashing methods, ...", or "" if everything is.
std::string shown_footnote(const ShownPart& shown, const MetricResults& results);

}  // namespace hashlab::results
