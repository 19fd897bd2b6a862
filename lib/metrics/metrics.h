#pragma once

#include "lib/ranking/rank_counts.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// One number computed from rank counts, in [0, 1].
struct Metric {
  std::string name;        ///< as written in a suite: "auprc", "map-best", "f0.5-macro@2"
  std::string definition;  ///< one line, with its treatment of ties, of empty retrievals and of
                           ///< queries without relevant items
  std::function<double(const RankCounts&)> value;
};

/// The metric of that name.
/// Errors:  invalid_argument with a suggestion if there is none.
Metric metric(std::string_view name);

/// Every metric, one of each family where a name has parameters ("precision@2" for precision@R),
/// in the order tables print them.
std::vector<Metric> all_metrics();

/// The micro-averaged precision-recall curve: one point a radius d at which something is retrieved.
struct PrCurve {
  std::vector<double> radius, precision, recall;  ///< of equal length, radius ascending
};
PrCurve pr_curve(const RankCounts& counts);

}  // namespace hashlab
