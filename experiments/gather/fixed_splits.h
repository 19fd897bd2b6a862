#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// Finds splits that are the same in several runs, because lists or the data set give their rows,
/// and describes them in notes below tables. The spread over such runs comes from the random
/// choices of methods alone.
class FixedSplits {
 public:
  /// Registers the rows of a cell's split, if it recorded their checksum.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line for each split that has at least two runs, all with the same rows.
  std::vector<std::string> notes() const;

 private:
  struct Seen {
    std::set<std::size_t> runs;
    std::set<std::string> checksums;
  };
  std::map<std::string, Seen> splits_;
};

}  // namespace hashlab::experiments
