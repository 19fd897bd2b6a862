#pragma once

#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The facts about a data set from which the configuration of every cell can be computed.
struct DatasetFacts {
  std::string name, checksum;
  std::size_t size = 0, dimensions = 0;
  RowMarks marks = {};           ///< if a splitting protocol uses /split; not stored in manifests
  std::vector<View> views = {};  ///< if the data set has several; not stored in manifests
  std::size_t evenly_drawable_rows = 0;  ///< see balance.h; manifests store `balance` instead
  std::string lists_checksum = {};  ///< of query lists, if they are used; not stored in manifests
};

}  // namespace hashlab::experiments
