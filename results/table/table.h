#pragma once

#include "results/compare/metric_results.h"
#include "results/format/table_format.h"
#include "results/published/published.h"
#include "results/record/rows.h"
#include "results/statistics/paired.h"
#include "results/table/shown_part.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

struct TableOptions {
  std::string metric = "auprc";
  std::size_t precision = 4;  ///< decimals, 0 .. 17
  /// What the others are tested against: nothing (""), a hasher ("itq+sbq"), or a quantiser on the
  /// same projection ("+sbq"). Names as in the rows.
  std::string baseline;
  bool ranked = true;                 ///< mark the best and test; no for times
  bool tie_band = false;              ///< show what the order of ties can change
  std::string best = {}, worst = {};  ///< metrics at its ends; empty if the metric has none
  /// The metric that counts also what this one drops: values of which a tenth or more is dropped
  /// are marked if the rows have it. Empty: nothing is dropped.
  std::string whole = {};
  bool letters = false;  ///< behind each value, the rows that it is better than
  /// Those for this data set and ground truth (see published_for), beside our values; if none are
  /// asked for, nothing.
  std::optional<std::vector<PublishedValue>> published = {};
  /// Behind marks, letters and p-values.
  PairedTest test = PairedTest::corrected;
  double hasher_ratio = 0, strategy_ratio = 0;  ///< see resampling_ratio and strategy_ratio
  ChanceValues chance = {};  ///< of the metric, shown beside differences between splits
  ShownPart shown = {};
};

/// The comparison table of one metric: hashers, together by projection, against bits (ascending)
/// and splits (literature, improved, others as they come); values are mean ± standard deviation
/// over runs, marked where they differ from the baseline by the test over the runs that both have.
/// By the corrected test all hashers and bits of a split are one family for Holm's
/// correction (see hasher_differences).
///
/// Where both splits are present a second grid gives the paired difference literature - improved;
/// likewise matched - improved, in which the databases are as large (see split_differences).
///
/// A method whose rows have no bits is a reference ranking: it stands below the others as "NAME
/// (uncompressed)", with the same value in each column of bits, is never marked, never tested
/// against a baseline and never the best.
///
/// Beside a split's column: with tie_band "tie band", the mean over runs of best - worst; where
/// there are published values "published" and "diff %", what ours is more, relative to them.
/// `footnotes` follow those the table makes itself.
///
/// Records: metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,baseline,pairs; a difference
///          between splits is a line with a split such as "literature-improved" and the baseline
///          "improved", whose mean and sd are those of the paired differences. A reference ranking
///          has one line a split, with bits = 0. What is asked for appends fields, empty where
///          there is nothing: tie_band; better_than, names with spaces between them;
///          published,published_source,difference_percent; test, "wilcoxon" where p is of that
///          test. Otherwise p is Holm's p of the corrected test.
/// Errors:  invalid_argument if no row has the metric, the baseline is not among the hashers, rows
///          are of several data sets, a run is there twice, or precision is above 17; those of
///          check_shown; numerical if a value is not finite.
/// Source:  layout and marks as in thesis Tables 4.8-4.19.
Table make_table(const std::vector<ResultRow>& rows, const TableOptions& options,
                 const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
