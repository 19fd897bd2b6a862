#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace hashlab::experiments {

/// Hashers that give one code to a large share of the database, told below tables: the order of
/// what shares a code is chance, so that a score says little of the hasher.
class CollapsedCodes {
 public:
  /// Looks at the share of a cell's most frequent code, if it recorded one.
  void add(const Cell& cell, const results::CellRecord& record);

  /// One line that names the eight hashers of the largest shares; nothing if all are below a tenth.
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
