#pragma once

#include "results/format/table_format.h"
#include "results/statistics/paired.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

// The layout of paired comparisons in the tables of `hashlab compare`.

/// The confidence interval: "[+0.0012, +0.0034]", or "-" for a single run.
std::string interval_text(const ResampledT& test, std::size_t precision);

/// The headings of the cells that comparison_cells() returns. `label` is the heading over the
/// difference and its interval, such as "literature - improved". `with_bootstrap`: include the
/// column of the bootstrap over queries.
std::vector<ColumnGroup> comparison_columns(const std::string& label, bool with_bootstrap);

/// The cells of one row: the difference with its significance markers, its interval, p, Holm's p,
/// Wilcoxon's p, dz, wins/ties/losses, and the difference in percent of the second side's mean.
/// With `with_bootstrap`, the last cell is the number of runs whose bootstrap interval excludes
/// zero.
std::vector<TableCell> comparison_cells(const PairedComparison& comparison, std::size_t precision,
                                        bool with_bootstrap);

/// The rows for the comparisons in `family` whose first side has this code length; empty if there
/// are none.
std::vector<TableRow> comparison_rows(const std::vector<PairedComparison>& family, CodeBits bits,
                                      std::size_t precision, bool bootstrap);

/// True if all of several runs have the same difference other than 0, to the last bit. They then
/// repeat one draw and count as a single observation (see corrected_resampled_t).
bool repeats_one_draw(const PairedComparison& comparison);

inline constexpr const char* repeats_footnote =
    "no interval and no test: the difference is the same in all runs, which repeat one draw of the "
    "split; 'hashlab evaluate --against' compares codes on one split, with intervals over queries";

/// Footnotes that explain the columns of comparison_cells(), one line each. `family` describes the
/// comparisons over which Holm's correction was made, and `tests` is their number.
std::vector<std::string> comparison_footnotes(const std::string& family, std::size_t tests,
                                              bool with_bootstrap);

}  // namespace hashlab::results
