#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace hashlab {

/// How the classes are distributed over the samples.
struct LabelFacts {
  bool multi = false;                             ///< true if a sample may have several classes
  std::map<std::int64_t, std::size_t> samples;    ///< number of samples of each class; with `multi`
                                                  ///< also of classes without samples
  std::map<std::size_t, std::size_t> with_count;  ///< number of samples by their number of labels
  double mean_count = 0;                          ///< mean number of labels per sample
};

/// Counts the classes of samples. Never fails. If there are no labels, the result has no classes.
LabelFacts label_facts(const Labels& labels);

/// True if samples i and j have the same classes, or if there are no labels.
bool same_labels(const Labels& labels, std::size_t i, std::size_t j);

}  // namespace hashlab
