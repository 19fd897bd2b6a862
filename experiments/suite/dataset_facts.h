#pragma once

#include "lib/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The facts about a data set from which the configuration of every cell can be computed.
struct DatasetFacts {
  std::string name, checksum;
  std::size_t size = 0, dimensions = 0;  ///< numbers of rows and of features
  RowMarks marks = {};  ///< /split, if a splitting protocol uses it; not stored in manifests
  std::vector<View> views = {};          ///< empty if there is only one; not stored in manifests
  std::size_t evenly_drawable_rows = 0;  ///< see balance.h; manifests store `balance` instead
  std::string lists_checksum = {};  ///< of the query lists, if the experiment file uses them; not
                                    ///< stored in manifests
};

}  // namespace hashlab::experiments
