#pragma once

#include "lib/metrics/cumulated.h"
#include "lib/ranking/rank_counts.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab {

/// How a metric combines queries.
enum class Averaging {
  pooled,  ///< micro-average: computed from the summed counts of all queries (see `pooled`)
  mean,    ///< macro-average: the mean of the values of the queries (see macro_average)
  other,   ///< neither: a function of several such averages
};

/// A metric: one number computed from rank counts. The number is in [0, 1] unless `graded`,
/// `is_difference` or `is_seconds` is true.
struct Metric {
  std::string name;        ///< in canonical form: "auprc", "f0.5-macro@2", "map@100"
  std::string definition;  ///< one line, with its treatment of ties, of empty retrievals and of
                           ///< queries without relevant items
  /// Computes the number; empty if it is not computed from rank counts, such as a time.
  /// Errors:  invalid_argument if `by_code_distance` and the ranking is by real-valued distances,
  ///          or if `graded` and the counts are not graded.
  std::function<double(const RankCounts&)> value;
  std::vector<std::string> options;  ///< keys that may follow the name, one text for each:
                                     ///< "key=default  meaning (allowed)"
  bool by_code_distance = false;     ///< true if it counts within a Hamming or Manhattan radius
  bool graded = false;               ///< needs RankCounts::graded; can exceed 1
  std::uint64_t radius = 0;          ///< the radius in its name, if it has one
  std::uint64_t rank = 0;            ///< the number of first ranks in its name, if it has one
  std::string by_rank;         ///< for a metric of radius R: the name of the metric that counts the
                               ///< first R ranks instead; or empty
  std::string convention;      ///< the convention by which it was requested, see
                               ///< lib/metrics/conventions.h
  bool is_seconds = false;     ///< a time, not a score (see results/record/time_metrics.h)
  bool is_difference = false;  ///< difference of two scores, in [-1, 1]: higher is not better
  std::string best, worst;     ///< names of the ends of its tie band; empty if it has none
  std::string whole;           ///< the name of the metric that also counts the part of the curve
                               ///< that this one omits: auprc-anchored for auprc; or empty
  bool needs_relevant = true;  ///< has no value if no query has a relevant item
  /// False if the metric has no value, such as a mean over no query; `value` then returns 0, which
  /// is not a score.
  std::function<bool(const RankCounts&)> defined;
  Averaging averaging = Averaging::mean;
  WithoutRelevant without = WithoutRelevant::skip;  ///< used only with Averaging::mean
};

/// The metric with this name. A name is BASE, BASE@RADIUS or BASE@RANK, optionally followed by
/// ":key=value,key=value" ("map@100:divisor=min,without-relevant=zero"). Metric::name omits default
/// values. "convention:NAME@K" names the metric that a convention denotes, see
/// lib/metrics/conventions.h.
/// Errors:  invalid_argument with a suggestion if there is no such metric.
Metric metric(std::string_view name);

/// Every metric that is not graded, in the order in which `hashlab list` prints them. A family with
/// parameters is represented by one member ("precision@2" for precision@R), and map@K by one member
/// for each divisor.
std::vector<Metric> all_metrics();
/// The graded metrics, which are not in all_metrics(), one member for each family.
std::vector<Metric> graded_metrics();

/// The reason why the metric is rejected for codes with distances of at most `max_distance`: its
/// radius is larger, so it would count everything. Empty if it is not rejected.
std::string beyond_reach(const Metric& metric, std::uint64_t max_distance);

/// The metrics that differ from this one in a single setting. If there is a metric that averages
/// over queries where this one pools them, or vice versa, the list ends with it, with its default
/// settings.
std::vector<Metric> other_readings(const Metric& metric);

/// The micro-averaged precision-recall curve, with one point per radius at which something is
/// retrieved.
struct PrCurve {
  std::vector<double> radius, precision, recall;  ///< of equal length, radius ascending
};
/// The curve of these counts.
PrCurve pr_curve(const RankCounts& counts);

}  // namespace hashlab
