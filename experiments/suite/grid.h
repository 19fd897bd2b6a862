#pragma once

#include "hashers/registry.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// A method with a hyperparameter grid: some settings are chosen on the validation parts of each
/// run (nested model selection).
struct Grid {
  struct Axis {
    std::string key;
    std::vector<std::string> values;  ///< canonical, in the order written
  };
  struct Point {
    std::shared_ptr<const hashers::Hasher> hasher;  ///< "itq+npq:beta=2"
    std::string settings;  ///< its value on every axis: "alpha=auto,beta=2"
  };
  std::shared_ptr<const hashers::Hasher>
      base;  ///< the method with its fixed settings, see make_base
  std::vector<Axis> axes;
  std::vector<Point> points;  ///< every combination, the last axis fastest

  std::string name() const;  ///< in cells and tables: "itq+npq:tuned", "itq+npq:thresholds=7,tuned"
  std::string text() const;  ///< "itq+npq: alpha=0,0.5,1; beta=0.5,1,2"
};

/// The largest number of points of a grid: each is an attribute of the cell's file, and HDF5 needs
/// a minute to write ten thousand attributes.
inline constexpr std::size_t most_grid_points = 1000;

/// The largest number of keys of a grid: more than any method has options.
inline constexpr std::size_t most_grid_keys = 64;

/// Parses "HASHER: key=value,value; key=value,value", or "HASHER: declared" for the settings that
/// its methods declare as worth trying, except those that HASHER sets itself.
/// Errors:  invalid_argument naming key and value if no method has them or they are given twice, or
///          for an empty or too large grid.
Grid parse_grid(std::string_view text);

}  // namespace hashlab::experiments
