#pragma once

#include "results/compare/metric_results.h"
#include "results/published/published.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::results {

/// Published values that are shown beside the results of one metric in its table. If a combination
/// has several values, the first one is taken, so the better source must come first.
struct PublishedBeside {
  std::map<Combination, PublishedValue> values;  ///< of the combinations that have results
  std::vector<std::string> sources;              ///< their sources, in order of first appearance
  std::vector<std::string> missing;              ///< combinations with a value but no result
  std::size_t repeated = 0;                      ///< values left out because an earlier one was
                                                 ///< taken

  /// True if any method has a published value at this code length and split.
  bool has(CodeBits bits, const std::string& split) const;
  std::vector<std::string> footnotes() const;
};

/// Selects from `published` the values of the metric of `results` and assigns them to its
/// combinations. `published` must hold only values for the data set and ground truth of the results
/// (see published_for).
PublishedBeside published_beside(const std::vector<PublishedValue>& published,
                                 const MetricResults& results);

}  // namespace hashlab::results
