#pragma once

#include "results/compare/metric_results.h"

#include <string>
#include <vector>

namespace hashlab::results {

/// The method with the highest mean at one code length, and whether this is certain.
struct BestMethod {
  CodeBits bits;
  std::string hasher;
  double mean = 0;
  std::vector<std::string> level;  ///< rivals that are not significantly lower
  std::size_t rivals = 0;          ///< methods that were compared with it
};

/// The best method under one splitting protocol at each code length that has several methods. Each
/// rival is tested against the best one by the corrected resampled t-test over the runs that both
/// have; Holm's correction is over all rivals at this code length. A rival is level with the best
/// method unless p < 0.05. `ratio`: see corrected_resampled_t.
std::vector<BestMethod> best_methods(const MetricResults& results, const std::string& split,
                                     double ratio);

/// The answer to "which method is best, and is it certain?" in one sentence for each code length;
/// empty if no code length has several methods. The protocol is `improved` if the results have it,
/// otherwise their first.
std::string best_method_text(const MetricResults& results, double ratio);

}  // namespace hashlab::results
