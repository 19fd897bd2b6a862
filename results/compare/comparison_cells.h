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

/// The columns of comparison_cells; `label` names both sides of the difference.
std::vector<ColumnGroup> comparison_columns(const std::string& label, bool with_bootstrap);

/// The cells of one row: the difference with its marks, its interval, p, Holm's p, Wilcoxon's p,
/// dz, wins/ties/losses, the difference in percent, and with bootstrap the number of runs whose
/// interval excludes zero.
std::vector<TableCell> comparison_cells(const PairedComparison& comparison, std::size_t precision,
                                        bool with_bootstrap);

/// The rows for the comparisons in `family` whose first side has this code length; empty if there
/// are none.
std::vector<TableRow> comparison_rows(const std::vector<PairedComparison>& family, CodeBits bits,
                                      std::size_t precision, bool bootstrap);

/// True if the difference is the same in several runs, to the last bit, so that they are one
/// observation (see corrected_resampled_t).
bool repeats_one_draw(const PairedComparison& comparison);

inline constexpr const char* repeats_footnote =
    "no interval and no test: the difference is the same in all runs, which repeat one draw of the "
    "split; 'hashlab evaluate --against' compares codes on one split, with intervals over queries";

/// Footnotes that explain the columns of comparison_cells(), one line each. `family` describes the
/// comparisons over which Holm's correction was made, and `tests` is their number.
std::vector<std::string> comparison_footnotes(const std::string& family, std::size_t tests,
                                              bool with_bootstrap);

}  // namespace hashlab::results
