#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace hashlab::experiments {

/// Finds methods that give a large share of the database the same code, and lists them in notes
/// below tables. A ranking does not distinguish items with the same code, so the score of such a
/// method depends largely on chance.
class CollapsedCodes {
 public:
  /// Registers the share of the database that has a cell's most frequent code, if it was recorded.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names the methods whose mean share over runs is a tenth or more, the largest
  /// first and at most eight; empty if there are none.
  std::vector<std::string> notes() const;

 private:
  struct Shares {
    double sum = 0;
    std::size_t runs = 0;
    double mean() const { return sum / static_cast<double>(runs); }
  };
  using Place = std::tuple<std::string, results::CodeBits, std::string>;  ///< method, bits, split
  std::map<Place, Shares> shares_;
};

}  // namespace hashlab::experiments
