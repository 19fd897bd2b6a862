#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Finds methods with hash dimensions that consist of rounding errors (see
/// hashers::rounding_dimensions), and lists them in notes below tables.
class RoundingNotes {
 public:
  /// Registers a cell's number of dimensions that consist of rounding errors, if the cell recorded
  /// this number.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names at most eight methods; empty if no cell has dimensions that consist of
  /// rounding errors.
  std::vector<std::string> notes() const;

 private:
  std::map<std::string, double> most_;  // largest number in the cells of a method and code length
};

}  // namespace hashlab::experiments
