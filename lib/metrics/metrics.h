#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// How a metric brings queries together.
enum class Averaging {
  pooled,  ///< of the counts of all queries as one (see `pooled`)
  mean,    ///< the mean of each query's own value (see macro_average)
  other,   ///< neither: a function of such means
};

/// One number computed from rank counts, in [0, 1].
struct Metric {
  std::string name;        ///< in the one way it is written: "auprc", "f0.5-macro@2", "map@100"
  std::string definition;  ///< one line, with its treatment of ties, of empty retrievals and of
                           ///< queries without relevant items
  /// Errors:  invalid_argument if `by_code_distance` and the ranking is by real-valued distances.
  std::function<double(const RankCounts&)> value;
  std::vector<std::string> options;  ///< what may follow the name, "key=default  meaning (allowed)"
  bool by_code_distance = false;     ///< counts within a Hamming or Manhattan radius
  bool is_seconds = false;           ///< no score but a time (see results/time_metrics.h)
  std::string best, worst;           ///< names of the ends of its tie band; empty if it has none
  Averaging averaging = Averaging::mean;
  WithoutRelevant without = WithoutRelevant::skip;  ///< of a mean
};

/// The metric of that name. A name is BASE, BASE@RADIUS or BASE@RANK, and may go on as
/// ":key=value,key=value" ("map@100:divisor=min,without-relevant=zero"); a default is left out of
/// Metric::name.
/// Errors:  invalid_argument with a suggestion if there is none.
Metric metric(std::string_view name);

/// Every metric, one of each family where a name has parameters ("precision@2" for precision@R),
/// in the order `hashlab list` prints them.
std::vector<Metric> all_metrics();

/// The micro-averaged precision-recall curve: one point a radius at which something is retrieved.
struct PrCurve {
  std::vector<double> radius, precision, recall;  ///< of equal length, radius ascending
};
PrCurve pr_curve(const RankCounts& counts);

}  // namespace hashlab
