#include "experiments/gather/study_ratios.h"

#include "results/statistics/inference.h"

namespace hashlab {

StudyRatios study_ratios(const Manifest& manifest) {
  const SplitSizes& sizes = manifest.suite.sizes;
  return {resampling_ratio(sizes.test_queries, sizes.training, manifest.dataset.size),
          strategy_ratio(sizes.test_queries, manifest.dataset.size)};
}

bool has_study_ratios(const Manifest& manifest) {
  const SplitSizes& sizes = manifest.suite.sizes;
  return sizes.test_queries > 0 && sizes.training > 0 &&
         sizes.test_queries + sizes.training < manifest.dataset.size;
}

}  // namespace hashlab
