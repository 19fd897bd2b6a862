#include "experiments/gather/study_ratios.h"

#include "lib/error.h"
#include "results/statistics/inference.h"

#include <fmt/format.h>

namespace hashlab::experiments {

StudyRatios study_ratios(const Manifest& manifest) {
  const splits::SplitSizes& sizes = manifest.suite.sizes;
  if (!has_study_ratios(manifest)) {
    refuse(fmt::format(
        "suite '{}': test-queries = {} and training = {} do not fit {} rows: strategies "
        "that are given their rows do not use them, but the corrected t-test does; run "
        "the suite with those of the rows given, which computes no cell again",
        manifest.suite.name, sizes.test_queries, sizes.training, manifest.dataset.size));
  }
  return {results::resampling_ratio(sizes.test_queries, sizes.training, manifest.dataset.size),
          results::strategy_ratio(sizes.test_queries, manifest.dataset.size)};
}

bool has_study_ratios(const Manifest& manifest) {
  const splits::SplitSizes& sizes = manifest.suite.sizes;
  return sizes.test_queries > 0 && sizes.training > 0 &&
         sizes.test_queries + sizes.training <= manifest.dataset.size;
}

}  // namespace hashlab::experiments
