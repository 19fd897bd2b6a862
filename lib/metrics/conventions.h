#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// A metric as defined by a paper or program, and the metric of hashlab that computes it.
struct Convention {
  std::string name;    ///< its name: "hashnet@K", "dch@R" or, without parameter, "dcmh"
  std::string source;  ///< the paper or program, and the name that it gives to the metric
  std::string metric;  ///< hashlab's metric, with K or R in place of the rank or radius
  std::string remark;  ///< where the source differs, besides tie-breaking; or empty
};

/// All conventions, in the order in which they are listed. Each computes what its source computes,
/// except for ties: in other programs a sorting routine orders tied items, whereas hashlab averages
/// over all orders of each tie.
const std::vector<Convention>& conventions();

/// The name of the metric that a convention such as "hashnet@5000" denotes.
/// Errors:  invalid_argument with a suggestion if there is no such convention, or its parameter is
///          missing or superfluous.
std::string metric_of_convention(std::string_view name);

/// The first convention, such as "hashnet@5000", that equals the metric with this canonical name.
/// Empty if there is none.
std::string convention_of(std::string_view metric);

}  // namespace hashlab
