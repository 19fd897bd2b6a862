#pragma once

#include "experiments/suite/method.h"
#include "results/record/direction.h"
#include "results/record/rows.h"

#include <cstddef>
#include <optional>
#include <string>

namespace hashlab::experiments {

/// One experiment (a cell) and the identity of its result.
struct Cell {
  Method method;
  std::string split;
  results::CodeBits bits;  ///< code length; number of dimensions if the values of a projection are
                           ///< ranked; none if the features are ranked
  std::size_t run = 1;
  results::Direction direction = {};         ///< empty if the data set has one view
  std::optional<ForeignFiles> foreign = {};  ///< only if another program computed the codes
  std::string recipe = {};  ///< configuration: all that affects results, as lines "name = value"
  std::string key = {};     ///< SHA-256 of the recipe
  std::string file = {};    ///< file name: a readable part and 12 digits of the key
};

}  // namespace hashlab::experiments
