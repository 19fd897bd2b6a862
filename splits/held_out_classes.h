#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// Rows by the use of their classes.
struct ClassSides {
  Rows unseen;  ///< has a class that is held out
  Rows seen;    ///< has classes, none of them held out
};

/// Which classes are held out.
enum class HeldOutClasses {
  drawn,  ///< at random in every run
  last,   ///< those of the highest numbers
};

/// Divides the rows of `pool` by a share of their classes that is held out, rounded: two classes at
/// least, since with a single one everything that is ranked would be relevant, and all but one at
/// most. A row with several classes is unseen if any of them is held out; one without a class is
/// on no side. `name` is the strategy's, for errors.
/// Errors:  invalid_argument if the data set has no labels, or fewer than three classes.
ClassSides divide_classes(const SplitRequest& request, const Pool& pool, double share,
                          HeldOutClasses which, std::string_view name);

}  // namespace hashlab::splits
