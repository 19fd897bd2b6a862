#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Methods with hash dimensions that consist of rounding errors (see hashers::rounding_dimensions),
/// for notes below tables.
class RoundingNotes {
 public:
  /// Registers the number of such dimensions of a cell, if it was recorded.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names at most eight methods; empty if no cell has such dimensions.
  std::vector<std::string> notes() const;

 private:
  std::map<std::string, double> most_;  // largest number in the cells of a method and code length
};

}  // namespace hashlab::experiments
