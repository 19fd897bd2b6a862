#pragma once

#include "results/hash_tables/sweep_scores.h"
#include "results/record/rows.h"
#include "results/statistics/correlation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// The correlation, over methods, between a score of Hamming ranking and hash-table performance.
struct ProxyResult {
  std::string ranking;  ///< "map" or "auprc"
  std::string target;   ///< "f1" or "f1-macro": the F-measure of hash tables
  std::string split;    ///< the splitting protocol; "all": all protocols and bits together
  CodeBits bits;        ///< none if `split` is "all"
  Correlation correlation;
};

/// Correlates ranking scores with hash-table performance, because thesis section 3.4.3 uses mAP and
/// AUPRC as proxies for hash tables at their best K and L. For each method, split and code length,
/// the F-measure is the mean for the setting with the highest mean (SweepScores::best), and the
/// ranking score is the mean over the same runs. Both are correlated over the methods of each
/// combination of split and code length. If there are several combinations, one more correlation is
/// over all of them together. A method is left out if none of its runs has both values.
/// `ranking_rows` holds the metrics map and auprc; rows of other metrics are ignored.
/// Errors:  those of runs_by_combination.
std::vector<ProxyResult> proxy_results(const SweepScores& sweep,
                                       const std::vector<ResultRow>& ranking_rows);

/// The results as a table.
/// Records: the columns of Table::records are dataset,ranking,target,split,bits,n,pearson,
///          pearson_low,pearson_high,pearson_p,spearman,spearman_p,kendall,kendall_p
Table proxy_table(const std::vector<ProxyResult>& results, const std::string& dataset);

}  // namespace hashlab::results
