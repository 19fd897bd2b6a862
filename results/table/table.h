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
  /// The baseline that the other methods are tested against: a method ("itq+sbq"), the same
  /// projection with another quantiser ("+sbq"), or none (""). Names as in the rows.
  std::string baseline;
  bool ranked = true;                 ///< mark the best value, and show letters if `letters` is
                                      ///< set; false for times, which are not ranked
  bool tie_band = false;              ///< show the effect of tie-breaking
  std::string best = {}, worst = {};  ///< metrics for the best and the worst order of ties; empty
                                      ///< if the metric has none
  /// The metric that includes the part of the curve that `metric` leaves out (Metric::whole). If
  /// the rows have it, values from which a tenth or more is left out are marked (see
  /// dropped_share). Empty: `metric` leaves out nothing.
  std::string whole = {};
  bool letters = false;  ///< after each value, the rows that it outperforms
  /// Published values for this data set and ground truth (see published_for), shown beside ours;
  /// none if they were not requested.
  std::optional<std::vector<PublishedValue>> published = {};
  /// The test for marks, letters and p-values.
  PairedTest test = PairedTest::corrected;
  double hasher_ratio = 0, strategy_ratio = 0;  ///< see resampling_ratio and strategy_ratio
  ChanceValues chance = {};  ///< of the metric; shown beside differences between splits
  ShownPart shown = {};
};

/// The comparison table of one metric: methods, grouped by projection, against bits (ascending) and
/// splits (literature, improved, others in order of appearance). Values are mean ± standard
/// deviation over runs, marked if they differ significantly from the baseline over the runs that
/// both have. With the corrected test all methods and bits of a split are one family for Holm's
/// correction (see hasher_differences).
///
/// If the splits literature and improved are both present and shown, a second grid gives the paired
/// difference literature - improved. If matched and improved are, a further grid gives matched -
/// improved, whose databases have the same size (see split_differences). A grid without a paired
/// run is omitted.
///
/// A method whose rows have no bits is an uncompressed baseline. It stands below the others as
/// "NAME (uncompressed)", with the same value in each column of bits; it is never marked, never
/// tested against a baseline and never the best.
///
/// Options add columns beside the values of a split. With tie_band, there is a column "tie band",
/// the mean over runs of best - worst. With published values, there are the columns "published" and
/// "diff %", which is 100 (ours - published) / published. The function adds footnotes of its own,
/// and `footnotes` after them.
///
/// Records: the columns of Table::records are metric,hasher,bits,split,runs,mean,sd,p_vs_baseline,
///          baseline,pairs. A difference between splits is a line with a split such as
///          "literature-improved" and the baseline "improved", whose mean and sd are those of the
///          paired differences. An uncompressed baseline has one line per split, with bits = 0.
///          Options append columns, which are empty if there is no value: tie_band; better_than,
///          names separated by spaces; published,published_source,difference_percent; test, which
///          is "wilcoxon" if p is from that test. Otherwise p is Holm's p of the corrected test.
/// Errors:  invalid_argument if no row has the metric, the baseline is not among the hashers, or
///          precision is above 17; those of check_shown and runs_by_combination.
/// Source:  layout and marks as in thesis Tables 4.8-4.19.
Table make_table(const std::vector<ResultRow>& rows, const TableOptions& options,
                 const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
