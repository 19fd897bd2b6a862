#pragma once

#include "experiments/suite/plan.h"
#include "results/record/record.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hashlab::experiments {

/// Counts how often each setting was chosen, for notes below tables. Methods with a grid, and the
/// method `auto`, choose their settings in every run.
class Choices {
 public:
  explicit Choices(const Suite& suite) : suite_(suite) {}  ///< `suite` must outlive this object

  /// Counts the choice of a cell, if it has one.
  void add(const Cell& cell, const results::CellRecord& record);

  /// Lines on how the choices were made, then one line for each method, code length and splitting
  /// protocol, with the most frequent choice first: "itq+npq:tuned at 32 bits, improved:
  /// alpha=0.5,beta=1 in 7 runs, alpha=1,beta=2 in 3". If the codes of a choice have another length
  /// than requested, the line states it: "itq+npq:thresholds=7 (63 bits) in 2 runs". Empty if no
  /// cell has a choice.
  std::vector<std::string> notes() const;

 private:
  using Place = std::tuple<std::string, results::CodeBits, std::string>;  ///< method, bits, split
  std::string bits_note(const Place& place, const std::string& hasher) const;

  const Suite& suite_;
  std::vector<Cell> first_;                                   ///< the first cell of each place,
                                                              ///< in order of appearance
  std::map<Place, std::map<std::string, std::size_t>> runs_;  ///< by chosen method
  std::map<Place, std::map<std::string, std::set<std::size_t>>> code_bits_;  ///< likewise
};

}  // namespace hashlab::experiments
