#pragma once

#include "hashers/registry.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// A method with a hyperparameter grid: in each run, the values of some settings are chosen by
/// their score on the validation parts (nested model selection).
struct Grid {
  struct Axis {
    std::string key;
    std::vector<std::string> values;  ///< canonical, in the order written
  };
  struct Point {
    std::shared_ptr<const hashers::Hasher> hasher;  ///< "itq+npq:beta=2"
    std::string settings;  ///< the value of every axis: "alpha=auto,beta=2"
  };
  std::shared_ptr<const hashers::Hasher>
      base;  ///< the method with its fixed settings, see hashers::make_base
  std::vector<Axis> axes;
  std::vector<Point> points;  ///< every combination; the last axis varies fastest

  std::string name() const;  ///< in cells and tables: "itq+npq:tuned", "itq+npq:thresholds=7,tuned"
  std::string text() const;  ///< "itq+npq: alpha=0,0.5,1; beta=0.5,1,2"
};

/// The largest number of points of a grid. The score of each point is an attribute of the cell's
/// file, and HDF5 needs a minute to write ten thousand attributes.
inline constexpr std::size_t max_grid_points = 1000;

/// The largest number of keys of a grid, which is more than any method has options.
inline constexpr std::size_t max_grid_keys = 64;

/// Parses "HASHER: key=value,value; key=value,value". "HASHER: declared" stands for the grid that
/// the projection and the quantiser of HASHER declare as worth trying, without the keys that HASHER
/// sets.
/// Errors:  invalid_argument for an unknown method, key or value, for a key or value that is
///          missing or given twice, and for a grid that is empty or too large.
Grid parse_grid(std::string_view text);

}  // namespace hashlab::experiments
