#pragma once

#include "lib/metrics/average_precision.h"
#include "lib/metrics/cumulated.h"
#include "lib/metrics/metrics.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlab {

/// The parameters that a metric's name may contain.
struct MetricSettings {
  double beta = 1.0;     ///< of the F-measure, see f_measure
  std::uint64_t at = 0;  ///< the radius or rank after the @
  std::string divisor = "relevant";
  std::string without_relevant = "skip";
  std::string empty = "0";
  std::string nothing_found = "zero";

  ApDivisor ap_divisor() const;
  WithoutRelevant without() const;
  NothingFound if_nothing_found() const;
  double empty_precision() const { return empty == "1" ? 1.0 : 0.0; }
};

/// A key that may follow a metric's name.
enum class MetricOption {
  divisor,        ///< divisor of average precision at a rank, see ApDivisor
  fixed_divisor,  ///< as `divisor`, but "retrieved-relevant" is not allowed, because with it
                  ///< relevant_first is not the best order of ties
  without_relevant,
  empty,
  nothing_found,         ///< for average precision at a rank, see NothingFound
  nothing_found_within,  ///< for average precision within a radius, which may retrieve no item
};

/// Metrics with the same definition up to parameters.
struct MetricFamily {
  enum class Parameter { none, radius, rank };

  std::string base;  ///< "map"; "f" for fBETA and "f-macro" for fBETA-macro
  Parameter parameter = Parameter::none;
  std::uint64_t least = 0, most = 0;  ///< the range of the parameter
  std::vector<MetricOption> options;
  std::function<std::string(const MetricSettings&)> definition;
  std::function<double(const RankCounts&, const MetricSettings&)> value;
  Averaging averaging = Averaging::mean;
  bool by_code_distance = false;      ///< see Metric
  std::string best = {}, worst = {};  ///< base names of the two ends of the tie band
  std::string whole = {};             ///< see Metric
  std::string by_rank = {};           ///< base name of the metric that counts the first R ranks
                                      ///< instead of a radius R
  bool graded = false;                ///< see Metric
};

/// Every family, in the order in which `hashlab list` prints them; graded ones come last.
const std::vector<MetricFamily>& metric_families();

}  // namespace hashlab
