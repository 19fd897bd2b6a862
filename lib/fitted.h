#pragma once

#include "lib/types.h"

#include <map>
#include <string>

namespace hashlab {

/// A value that was computed from data, together with the rows of the data set that it depends on,
/// directly or through other fitted values. Rows ascend.
template <typename Value>
struct Fitted {
  Value value;
  Rows rows;
};

/// The rows to which each quantity of a hash function was fitted, by the quantity's name: "mean",
/// "learner-ball-radius", "projection", "thresholds", "hyperparameters".
using FittedRows = std::map<std::string, Rows>;

/// The union of two ascending lists of rows, ascending.
Rows united(const Rows& a, const Rows& b);

}  // namespace hashlab
