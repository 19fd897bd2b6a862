#pragma once

#include "experiments/suite/results_folder.h"

namespace hashlab::experiments {

/// The variance ratios of a study. The corrected resampled t-test uses them to account for the data
/// that the runs share (see results/statistics/inference.h).
struct StudyRatios {
  double hashers = 0;     ///< see resampling_ratio
  double strategies = 0;  ///< see strategy_ratio
};

/// The ratios for the numbers of test queries and training samples in the manifest. These are the
/// sizes in the experiment file or, for parts that the data set marks, their actual sizes (see
/// write_manifest).
/// Errors:  invalid_argument if the sizes do not fit the data set. That can happen if files give
///          the rows of every part, because the sizes have no effect then.
StudyRatios study_ratios(const Manifest& manifest);

/// True if the sizes fit the data set, so that study_ratios() does not throw.
bool has_study_ratios(const Manifest& manifest);

}  // namespace hashlab::experiments
