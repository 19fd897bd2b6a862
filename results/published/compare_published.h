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
  std::string dataset;                        ///< the suite's data set (see published_for)
  std::string groundtruth = "epsilon";        ///< the suite's kind of ground truth
  std::size_t training = 0;                   ///< its training samples
  std::size_t precision = 4;                  ///< decimals, 0 .. 17
  std::optional<Correction> correction = {};  ///< also show our means divided by its factors
};

/// Our means beside the published values: one grid for each source, and below it, where a
/// projection has two hashers or more, Kendall's tau between the two orders of its hashers.
/// Records: source,dataset,split,hasher,bits,metric,published,runs,mean,sd,difference_percent,
///          projection_tau; with a correction also factor,factor_low,factor_high,factor_runs,
///          corrected,corrected_difference_percent,correction: empty where it has no factor.
/// Errors:  not_found if no published value has a counterpart among rows; as make_table on bad
/// rows.
Table compare_published(const std::vector<ResultRow>& rows,
                        const std::vector<PublishedValue>& published,
                        const PublishedOptions& options, const std::vector<std::string>& footnotes);

}  // namespace hashlab::results
