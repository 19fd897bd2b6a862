#pragma once

#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What is known of a data set before any work: enough to name every cell.
struct DatasetFacts {
  std::string name, checksum;
  std::size_t size = 0, dimensions = 0;
  RowMarks marks = {};  ///< if a strategy of the suite uses them; manifests do not keep them
  std::vector<View> views = {};          ///< of a data set with several; manifests do not keep them
  std::size_t evenly_drawable_rows = 0;  ///< see balance.h; manifests keep what follows from it
  std::string lists_checksum = {};       ///< of lists that the suite uses; manifests do not keep it
};

}  // namespace hashlab::experiments
