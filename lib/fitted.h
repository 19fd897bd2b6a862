#pragma once

#include "lib/types.h"

#include <map>
#include <string>

namespace hashlab {

/// Something that was computed from data, and the rows of the data set that it was computed from,
/// those included that its ingredients were computed from. Ascending.
template <typename Value>
struct Fitted {
  Value value;
  Rows rows;
};

/// The rows that fitted each quantity of a hash function, by its name: "mean", "learner-ball-radius",
/// "projection", "thresholds", "hyperparameters".
using FittedRows = std::map<std::string, Rows>;

/// The rows of either, both ascending.
Rows united(const Rows& a, const Rows& b);

}  // namespace hashlab
