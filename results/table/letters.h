#pragma once

#include "results/statistics/paired.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// How the rows of a column are tested against each other. Unlike marks, letters are corrected by
/// Holm whichever the test.
struct LetterOptions {
  PairedTest test = PairedTest::corrected;
  double ratio = 0;     ///< of the corrected test (see resampling_ratio)
  double level = 0.05;  ///< of all pairs of a column together
};

/// For each row of a column, the rows that it is significantly better (higher) than: indices,
/// ascending. Every pair of rows that share a run is tested once, two-sided.
/// Errors:  as corrected_resampled_t or wilcoxon_signed_rank.
/// Source:  superscripts as in Bassani, "ranx", ECIR 2022.
std::vector<std::vector<std::size_t>> better_than(const std::vector<RunValues>& rows,
                                                  const LetterOptions& options);

/// What row i of n is called: a .. z, or 1 .. n if there are more than 26.
std::string row_label(std::size_t i, std::size_t n);

/// The labels of rows (indices ascending) in one word: "acd", from four in succession "a-d";
/// numbers with commas between them: "1-5,8".
std::string row_labels(const std::vector<std::size_t>& rows, std::size_t n);

/// Can a difference be significant at all, with so many runs and rows? Not with one run, nor where
/// the least p-value of Wilcoxon's test is too large for the first step of Holm's.
bool letters_possible(const LetterOptions& options, std::size_t n_runs, std::size_t n_rows);

/// What the letters mean and how they were tested.
std::string letters_footnote(const LetterOptions& options, std::size_t n);

}  // namespace hashlab::results
