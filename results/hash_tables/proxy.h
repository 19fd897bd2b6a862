#pragma once

#include "results/hash_tables/sweep_scores.h"
#include "results/record/rows.h"
#include "results/statistics/correlation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// How well a score of Hamming ranking predicts hash-table performance, over methods.
struct ProxyResult {
  std::string ranking;  ///< "map" or "auprc"
  std::string target;   ///< "f1" or "f1-macro": its best mean over the sweep
  std::string split;    ///< or "all"
  CodeBits bits;        ///< none: all together
  Correlation correlation;
};

/// Thesis section 3.4.3 uses mAP and AUPRC as proxies for hash tables at their best K and L. Here
/// both are known. For each method (at some bits and split) the highest mean F over the sweep, as
/// in SweepScores::best, is correlated over methods with the mean of the ranking score over the
/// same runs: for each split and bits, and over all together if there are several. Methods without
/// a run that has both are left out. `ranking_rows` holds the metrics map and auprc.
/// Errors:  as SweepScores and runs_by_combination on bad rows.
std::vector<ProxyResult> proxy_results(const SweepScores& sweep,
                                       const std::vector<ResultRow>& ranking_rows);

/// As a table. Records: dataset,ranking,target,split,bits,n,pearson,pearson_low,pearson_high,
///          pearson_p,spearman,spearman_p,kendall,kendall_p
Table proxy_table(const std::vector<ProxyResult>& results, const std::string& dataset);

}  // namespace hashlab::results
