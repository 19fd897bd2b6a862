#pragma once

#include "experiments/suite/results_folder.h"

namespace hashlab::experiments {

/// The overlap of the runs of a study, for the corrected resampled t-test (see
/// results/statistics/inference.h).
struct StudyRatios {
  double hashers = 0;     ///< see resampling_ratio
  double strategies = 0;  ///< see strategy_ratio
};

/// Computed from the sizes that the experiment file draws, or from those of marked parts in the
/// manifest (write_manifest).
/// Errors:  invalid_argument if the sizes do not fit the data set, which is possible if all lists
///          of rows are given.
StudyRatios study_ratios(const Manifest& manifest);

/// True if the sizes fit the data set.
bool has_study_ratios(const Manifest& manifest);

}  // namespace hashlab::experiments
