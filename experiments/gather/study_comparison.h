#pragma once

#include "experiments/gather/study_results.h"
#include "experiments/suite/results_folder.h"
#include "lib/metrics/metrics.h"
#include "results/format/table_format.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The two things that a comparison can be about.
enum class CompareBy { split, hasher };

/// The selection and the form of a comparison of results.
struct CompareRequest {
  CompareBy by = CompareBy::split;
  std::vector<std::string> metrics;  ///< empty: those of the experiment file
  std::vector<std::size_t> bits;     ///< empty: all
  std::vector<std::string> splits;   ///< empty: all
  std::string baseline;              ///< canonical (see canonical_baseline); empty: the best method
  std::size_t bootstrap = 0;         ///< resamples of the queries of each run; 0: none
  std::size_t precision = 4;
};

/// The table of the differences between the splitting protocols, or between the methods, of one
/// results folder in one metric. `study` has the rows of at least this metric. With
/// request.bootstrap, at most `threads` threads resample the queries (see runs_beyond_zero, which
/// reports progress); reference rankings are then left out, because metrics that pool queries
/// cannot be resampled for them.
/// Errors:  invalid_argument if the folder has no results of a code length or split in `request`;
///          those of compare_splits, compare_hashers, study_ratios and runs_beyond_zero.
/// Cost:    milliseconds; with request.bootstrap, that of runs_beyond_zero.
results::Table study_comparison(const ResultsFolder& folder, const StudyResults& study,
                                const Metric& metric, const CompareRequest& request,
                                std::size_t threads);

}  // namespace hashlab::experiments
