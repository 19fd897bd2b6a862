#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// The name that a paper or program gives to a metric, and our metric that computes the same.
struct Convention {
  std::string name;    ///< "hashnet@K", "dch@R" or, without parameter, "dcmh"
  std::string source;  ///< the paper or program, and its name for the metric
  std::string metric;  ///< our name, with K or R in place of the rank or radius
  std::string remark;  ///< where the source differs, besides tie-breaking; or empty
};

/// All conventions, in the order in which they are listed. Each computes what its source computes,
/// except for ties: programs leave these to a sorting routine, hashlab averages over all their
/// orders.
const std::vector<Convention>& conventions();

/// The name of the metric that a convention such as "hashnet@5000" denotes.
/// Errors:  invalid_argument with a suggestion if there is no such convention, or its parameter is
///          missing or superfluous.
std::string metric_of_convention(std::string_view name);

/// The first convention, such as "hashnet@5000", that equals the metric with this canonical name.
/// Empty if there is none.
std::string convention_of(std::string_view metric);

}  // namespace hashlab
