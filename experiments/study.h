#pragma once

#include "experiments/suite.h"
#include "lib/types.h"
#include "splits/split.h"

#include <cstddef>

namespace hashlab {

/// A suite on its data set: what all of its cells share. Both must outlive it.
struct Study {
  /// Looks for repeated rows if the suite excludes them.
  Study(const Dataset& dataset, const Suite& suite);

  const Dataset& dataset;
  const Suite& suite;
  Rows excluded;  ///< rows that take no part in any split
};

/// What every strategy draws the split of a run from.
SplitRequest split_request(const Study& study, std::size_t run);

/// Errors:  invalid_argument if a validation part has no rows, so that no grid can choose by it.
void check_validation_rows(const Split& split);

/// Draws the first run's split of every strategy, so that sizes, labels and lists that do not fit are
/// told before any work.
/// Errors:  those of SplitStrategy::make, and of check_validation_rows if there are grids.
void check_splits(const Study& study);

}  // namespace hashlab
