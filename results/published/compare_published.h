#pragma once

#include "results/format/table_format.h"
#include "results/published/correction.h"
#include "results/published/published.h"
#include "results/record/rows.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

struct PublishedOptions {
  std::string dataset;                        ///< data set of the results (see published_for)
  std::string groundtruth = "epsilon";        ///< kind of ground truth of the results
  std::size_t training = 0;                   ///< number of training samples of the results
  std::size_t precision = 4;                  ///< decimals, 0 .. 17
  std::optional<Correction> correction = {};  ///< also show our means divided by its factors
};

/// Compares our means over runs, computed from `rows`, with published values, in one grid for each
/// source of published values. A second grid follows if the source has two or more methods with the
/// same projection in the same metric, code length and split. It gives Kendall's tau between the
/// order of these methods by our means and their order by the published values. The function adds
/// footnotes of its own, and `footnotes` after them.
/// Records: the columns of Table::records are source,dataset,split,hasher,bits,metric,published,
///          runs,mean,sd,difference_percent,projection_tau; with a correction also factor,
///          factor_low,factor_high,factor_runs,corrected,corrected_difference_percent,correction,
///          which are empty for a value without a factor.
/// Errors:  not_found if no published value has a counterpart among rows; invalid_argument if
///          precision is above 17; those of runs_by_combination.
Table compare_published(const std::vector<ResultRow>& rows,
                        const std::vector<PublishedValue>& published,
                        const PublishedOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
