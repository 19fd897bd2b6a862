#pragma once

#include "results/format/table_format.h"
#include "results/statistics/paired.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

// How paired comparisons stand in the tables of `hashlab compare`.

/// "[+0.0012, +0.0034]", or "-" of a single run.
std::string interval_text(const ResampledT& test, std::size_t precision);

/// The columns of comparison_cells; `label` says what is subtracted from what.
std::vector<ColumnGroup> comparison_columns(const std::string& label, bool with_bootstrap);

/// Difference with marks, interval, p, Holm's, Wilcoxon's, dz, wins/ties/losses, percent, and with
/// bootstrap the runs beyond zero.
std::vector<TableCell> comparison_cells(const PairedComparison& comparison, std::size_t precision,
                                        bool with_bootstrap);

/// The rows of those comparisons of a family whose first has so many bits; none if there are none.
std::vector<TableRow> comparison_rows(const std::vector<PairedComparison>& family, CodeBits bits,
                                      std::size_t precision, bool bootstrap);

/// What comparison_cells mean, a line each.
std::vector<std::string> comparison_footnotes(const std::string& family, std::size_t tests,
                                              bool with_bootstrap);

}  // namespace hashlab::results
