#pragma once

#include "results/statistics/paired.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// How the rows of a column are tested against each other. Unlike marks, letters always use Holm's
/// correction, whichever the test.
struct LetterOptions {
  PairedTest test = PairedTest::corrected;
  double ratio = 0;     ///< of the corrected test (see resampling_ratio)
  double level = 0.05;  ///< for all pairs of a column together
};

/// For each row of a column, the rows that it significantly outperforms (higher value): ascending
/// indices. Every pair of rows that share a run is tested once, two-sided.
/// Errors:  as corrected_resampled_t or wilcoxon_signed_rank.
/// Source:  superscripts as in Bassani, "ranx", ECIR 2022.
std::vector<std::vector<std::size_t>> better_than(const std::vector<RunValues>& rows,
                                                  const LetterOptions& options);

/// The label of row i of n: a .. z, or 1 .. n if there are more than 26.
std::string row_label(std::size_t i, std::size_t n);

/// The labels of rows (ascending indices) in one word: "acd". Four or more rows in succession are a
/// range, "a-d". Numbers are separated by commas: "1-5,8".
std::string row_labels(const std::vector<std::size_t>& rows, std::size_t n);

/// True if a difference can be significant with this number of runs and rows. It cannot with one
/// run, or if the smallest p-value of Wilcoxon's test is too large for the first step of Holm's
/// correction.
bool letters_possible(const LetterOptions& options, std::size_t n_runs, std::size_t n_rows);

/// An explanation of the letters and their tests, for a table with n rows that have labels.
std::string letters_footnote(const LetterOptions& options, std::size_t n);

}  // namespace hashlab::results
