#pragma once

#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// Two methods under two splitting protocols.
struct OrderChange {
  PairedComparison under_first, under_second;  ///< method A minus method B under each
  /// under_first minus under_second, run by run. `change.first` and `change.second` name method A
  /// under the two protocols. Method B is named by `under_first.second` and `under_second.second`.
  PairedComparison change;

  bool flips() const;  ///< true if the means are in opposite order
  /// True if the order flips and is significant under both protocols by Holm.
  bool established() const;
};

/// The effect of a change of protocol on the ranking of methods by their means, at one code length.
struct RankingChange {
  CodeBits bits;
  std::vector<std::string> hashers;  ///< methods with a run that both protocols have
  std::optional<double> tau;         ///< Kendall's tau between the means under the two protocols
  std::string winner_first, winner_second;
  std::vector<OrderChange> pairs;  ///< every two of the hashers, A before B
};

/// One result for each code length at which two or more methods have runs under both protocols.
/// Three families of tests are each adjusted by Holm over all pairs and bits: the order under the
/// first protocol, that under the second (both with `hasher_ratio`), and the change of the
/// difference (with `strategy_ratio`).
std::vector<RankingChange> ranking_changes(const MetricResults& results, const std::string& first,
                                           const std::string& second, double hasher_ratio,
                                           double strategy_ratio);

/// The number of pairs of methods at one code length that change places between two protocols, and
/// how many of these pairs have significant differences (p < 0.05 after Holm's correction).
struct FlipCount {
  std::size_t flips = 0;        ///< pairs that change places
  std::size_t changed = 0;      ///< of these, pairs whose difference changes significantly
  std::size_t either = 0;       ///< of these, pairs with a significant order under at least one
                                ///< protocol
  std::size_t established = 0;  ///< of these, pairs with a significant order under both protocols
};

FlipCount count_flips(const RankingChange& change);

}  // namespace hashlab::results
