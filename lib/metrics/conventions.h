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
  std::string remark;  ///< a difference from the source besides tie-breaking, or a variant of the
                       ///< source that differs; or empty
};

/// All conventions, in the order in which `hashlab list` prints them. Each computes what its source
/// computes, except for ties and for what its remark says. In other programs a sorting routine
/// orders tied items, whereas hashlab averages over all orders of each tie.
const std::vector<Convention>& conventions();

/// The name of the metric that a convention such as "hashnet@5000" denotes.
/// Errors:  invalid_argument if there is no such convention, or if its parameter is missing,
///          superfluous or not a whole number. The message suggests a name where it can.
std::string metric_of_convention(std::string_view name);

/// The first convention, such as "hashnet@5000", that denotes the metric with this canonical name.
/// Empty if there is none.
std::string convention_of(std::string_view metric);

}  // namespace hashlab
