#pragma once

#include "results/inference.h"
#include "results/run_values.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab {

/// Two things compared over the runs that both have: a strategy or hasher with another, or, for pairs
/// of hashers, their difference under one strategy with that under another.
struct PairedComparison {
  Combination first, second;
  double mean_first = 0, mean_second = 0;
  ResampledT difference;  ///< first less second; n = 0 if they share no run
  double p_holm = 1;      ///< see adjust
  double p_wilcoxon = 1;
  std::optional<double> dz, rank_biserial;
  WinsTiesLosses runs;                ///< of the first
  std::optional<double> relative;     ///< difference / mean of the second; nothing if that is 0
  std::optional<std::size_t> beyond;  ///< runs whose bootstrap interval over queries excludes zero
};

/// Errors:  as corrected_resampled_t.
PairedComparison compare_pairs(const Combination& first, const Combination& second,
                               const PairedRuns& pairs, double ratio);

/// Sets p_holm: all of them are one family, but for those without runs.
void adjust(std::vector<PairedComparison>& family);

/// 2, 1, 0, -1, -2 as TableCell::significance, by p_holm.
int significance(const PairedComparison& comparison);

/// "[+0.0012, +0.0034]".
std::string interval_text(const ResampledT& test, std::size_t precision);

/// The columns of comparison_cells; `label` says what is subtracted from what.
std::vector<ColumnGroup> comparison_columns(const std::string& label, bool with_bootstrap);

/// difference with marks, interval, p, Holm's, Wilcoxon's, dz, wins/ties/losses, percent, and with
/// bootstrap the runs beyond zero.
std::vector<TableCell> comparison_cells(const PairedComparison& comparison, std::size_t precision,
                                        bool with_bootstrap);

/// The rows of those comparisons of a family whose first has so many bits; none if there are none.
std::vector<TableRow> comparison_rows(const std::vector<PairedComparison>& family, std::size_t bits,
                                      std::size_t precision, bool bootstrap);

/// What comparison_cells mean, a line each.
std::vector<std::string> comparison_footnotes(const std::string& family, std::size_t tests,
                                              bool with_bootstrap);

}  // namespace hashlab
