#pragma once

#include "lib/types.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace hashlab {

/// How classes are spread over samples.
struct LabelFacts {
  bool multi = false;                             ///< may a sample have several?
  std::map<std::int64_t, std::size_t> samples;    ///< of each class; with `multi`, of all C
  std::map<std::size_t, std::size_t> with_count;  ///< samples that have so many labels
  double mean_count = 0;                          ///< labels a sample
};

/// Errors:  none; without labels there are no classes.
LabelFacts label_facts(const Labels& labels);

/// Do samples i and j have the same classes?
bool same_labels(const Labels& labels, std::size_t i, std::size_t j);

}  // namespace hashlab
