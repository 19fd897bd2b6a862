#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// What a paper or program calls by a name of its own, and the metric that computes it.
struct Convention {
  std::string name;    ///< "hashnet@K", "dch@R" or, without parameter, "dcmh"
  std::string source;  ///< the paper or program, and what it calls it
  std::string metric;  ///< the name, with K or R in place of the rank or radius
  std::string remark;  ///< where the source differs, besides the order of ties; or empty
};

/// All of them, in the order in which they are listed. Orders of ties apart, which programs leave
/// to a sorting routine and hashlab averages over, each is what the source computes.
const std::vector<Convention>& conventions();

/// The metric's name for "hashnet@5000".
/// Errors:  invalid_argument with a suggestion if there is no such convention, or its parameter is
///          missing or one too many.
std::string metric_of_convention(std::string_view name);

}  // namespace hashlab
