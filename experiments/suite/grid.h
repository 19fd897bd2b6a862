#pragma once

#include "hashers/registry.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// A hasher some of whose settings are chosen on the validation parts of each run: nested model
/// selection.
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
      base;  ///< with the settings that are not chosen, see make_base
  std::vector<Axis> axes;
  std::vector<Point> points;  ///< every combination, the last axis fastest

  std::string name() const;  ///< in cells and tables: "itq+npq:tuned", "itq+npq:thresholds=7,tuned"
  std::string text() const;  ///< "itq+npq: alpha=0,0.5,1; beta=0.5,1,2"
};

/// The most points a grid may have: each is an attribute of the cell's file, and HDF5 takes a
/// minute to write ten thousand of them.
inline constexpr std::size_t most_grid_points = 1000;

/// The most keys of a grid: more than any hasher has options.
inline constexpr std::size_t most_grid_keys = 64;

/// Reads "HASHER: key=value,value; key=value,value", or "HASHER: declared" for the settings that
/// its methods declare to be worth trying, but for those that HASHER sets itself.
/// Errors:  invalid_argument naming key and value for what no hasher has, what is given twice, or
///          an empty or too large grid.
Grid parse_grid(std::string_view text);

}  // namespace hashlab::experiments
