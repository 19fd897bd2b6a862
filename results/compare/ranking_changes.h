#pragma once

#include "results/compare/metric_results.h"
#include "results/statistics/paired.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlab::results {

/// Two hashers under two strategies.
struct OrderChange {
  PairedComparison under_first, under_second;  ///< hasher A less hasher B under each
  /// under_first less under_second, run by run. Its Combinations are those of hasher A; B is in
  /// those of the other two.
  PairedComparison change;

  bool flips() const;  ///< the means are in opposite order
  /// Flips, and the order is significant under both by Holm.
  bool established() const;
};

/// What a change of strategy does to the ranking of hashers by their means, at one number of bits.
struct RankingChange {
  CodeBits bits;
  std::vector<std::string> hashers;  ///< those with results under both
  std::optional<double> tau;         ///< Kendall's of the means
  std::string winner_first, winner_second;
  std::vector<OrderChange> pairs;  ///< every two of the hashers, A before B
};

/// One a number of bits at which two or more hashers have runs under both. Three families of tests
/// are each adjusted by Holm over all pairs and bits: the order under the first strategy, that
/// under the second (both with `hasher_ratio`), and the change of the difference (with
/// `strategy_ratio`).
std::vector<RankingChange> ranking_changes(const MetricResults& results, const std::string& first,
                                           const std::string& second, double hasher_ratio,
                                           double strategy_ratio);

/// Pairs of hashers that change places at one number of bits, and by Holm's p < 0.05:
struct FlipCount {
  std::size_t flips = 0;
  std::size_t changed = 0;      ///< those whose difference changes
  std::size_t either = 0;       ///< those with an order under either strategy
  std::size_t established = 0;  ///< those with an order under both
};

FlipCount count_flips(const RankingChange& change);

}  // namespace hashlab::results
