#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Hashers of which some hash dimensions hold rounding (see hashers::rounding_dimensions), told
/// below tables.
class RoundingNotes {
 public:
  /// Looks at the number of such dimensions of a cell, if it recorded one.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names at most eight hashers; nothing if no cell has such dimensions.
  std::vector<std::string> notes() const;

 private:
  std::map<std::string, double> most_;  // of the cells of a method and code length
};

}  // namespace hashlab::experiments
