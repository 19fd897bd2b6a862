#pragma once

#include "splits/pool.h"
#include "splits/split.h"

#include <string_view>

namespace hashlab::splits {

/// Rows, divided by whether their classes are held out.
struct ClassSides {
  Rows unseen;  ///< with a class that is held out
  Rows seen;    ///< with classes, none of them held out
};

/// The choice of the classes that are held out.
enum class HeldOutClasses {
  drawn,  ///< at random in every run
  last,   ///< the classes with the highest numbers
};

/// Divides the rows of `pool` by holding out `share` of their classes, rounded to a whole number.
/// At least two classes are held out, since with a single one all ranked items would be relevant,
/// and at most all but one. A row with several classes is unseen if any of them is held out; a row
/// without classes is on neither side. `name` is the protocol's name, for errors.
/// Errors:  invalid_argument if the data set has no labels, or if fewer than three classes have
///          rows in `pool`.
ClassSides divide_classes(const SplitRequest& request, const Pool& pool, double share,
                          HeldOutClasses which, std::string_view name);

}  // namespace hashlab::splits
