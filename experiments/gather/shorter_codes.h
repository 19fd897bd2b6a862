#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Finds methods whose codes have fewer bits than the heading of their column, because each
/// dimension takes several bits and the code length is not a multiple of this number. Describes
/// them in notes below tables. Methods that choose their settings in each run have a note of their
/// own (see Choices).
class ShorterCodes {
 public:
  /// Registers a cell, if it recorded the length of its codes.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names at most eight methods; empty if all codes have the requested length.
  std::vector<std::string> notes() const;

 private:
  std::map<std::string, double> lengths_;  // by method and code length
};

}  // namespace hashlab::experiments
