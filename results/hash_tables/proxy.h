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
  std::string target;   ///< "f1" or "f1-macro": the best mean over the sweep
  std::string split;    ///< or "all"
  CodeBits bits;        ///< none: all together
  Correlation correlation;
};

/// Thesis section 3.4.3 uses mAP and AUPRC as proxies for hash tables at their best K and L. Here
/// both are known. For each method at some bits and split, F is that of the setting with the
/// highest mean F (SweepScores::best), and the ranking score is the mean over the same runs. The
/// two are correlated over methods for each split and bits and, if there are several of these, over
/// all together. Methods without a run that has both are left out. `ranking_rows` holds the metrics
/// map and auprc.
/// Errors:  as SweepScores and runs_by_combination on bad rows.
std::vector<ProxyResult> proxy_results(const SweepScores& sweep,
                                       const std::vector<ResultRow>& ranking_rows);

/// The results as a table.
/// Records: the columns of Table::records are dataset,ranking,target,split,bits,n,pearson,
///          pearson_low,pearson_high,pearson_p,spearman,spearman_p,kendall,kendall_p
Table proxy_table(const std::vector<ProxyResult>& results, const std::string& dataset);

}  // namespace hashlab::results
