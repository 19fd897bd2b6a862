#pragma once

#include "experiments/suite/results_folder.h"

namespace hashlab::experiments {

/// What the runs of a study have in common, for the corrected resampled t-test (see
/// results/statistics/inference.h).
struct StudyRatios {
  double hashers = 0;     ///< see resampling_ratio
  double strategies = 0;  ///< see strategy_ratio
};

/// Of the sizes that the suite draws, or that the manifest has of marked parts (write_manifest).
/// Errors:  invalid_argument if they do not fit the data set, as may be where all lists of rows are
///          given.
StudyRatios study_ratios(const Manifest& manifest);

/// Do they fit?
bool has_study_ratios(const Manifest& manifest);

}  // namespace hashlab::experiments
