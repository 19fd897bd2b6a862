#pragma once

#include "experiments/suite.h"
#include "lib/types.h"

namespace hashlab {

/// A suite on its data set: what all of its cells share. Both must outlive it.
struct Study {
  /// Looks for repeated rows if the suite excludes them.
  Study(const Dataset& dataset, const Suite& suite);

  const Dataset& dataset;
  const Suite& suite;
  Rows excluded;  ///< rows that take no part in any split
};

}  // namespace hashlab
