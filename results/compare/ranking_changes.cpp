#include "results/compare/ranking_changes.h"

#include "results/statistics/statistics.h"

#include <algorithm>

namespace hashlab::results {
namespace {

/// a - b for the runs that both have.
RunValues minus(const RunValues& a, const RunValues& b) {
  RunValues differences;
  for (const auto& [run, value] : a) {
    const auto partner = b.find(run);
    if (partner != b.end()) differences[run] = value - partner->second;
  }
  return differences;
}

void adjust_all(std::vector<RankingChange>& changes, PairedComparison OrderChange::*which) {
  std::vector<PairedComparison> family;
  for (const RankingChange& change : changes) {
    for (const OrderChange& pair : change.pairs) family.push_back(pair.*which);
  }
  adjust(family);
  std::size_t next = 0;
  for (RankingChange& change : changes) {
    for (OrderChange& pair : change.pairs) (pair.*which).p_holm = family[next++].p_holm;
  }
}

std::string winner(const std::vector<std::string>& hashers, const std::vector<double>& means) {
  return hashers[static_cast<std::size_t>(std::max_element(means.begin(), means.end()) -
                                          means.begin())];
}

}  // namespace

bool OrderChange::flips() const {
  return under_first.difference.mean * under_second.difference.mean < 0;
}

bool OrderChange::established() const {
  return flips() && significance(under_first) != 0 && significance(under_second) != 0;
}

std::vector<RankingChange> ranking_changes(const MetricResults& results, const std::string& first,
                                           const std::string& second, double hasher_ratio,
                                           double strategy_ratio) {
  std::vector<RankingChange> changes;
  for (const CodeBits bits : results.bits) {
    RankingChange change;
    change.bits = bits;
    std::vector<double> means_first, means_second;
    for (const std::string& hasher : results.hashers) {
      // Only runs under both protocols count, so that a missing experiment does not change the
      // order.
      const PairedRuns runs(results.at(hasher, bits, first), results.at(hasher, bits, second));
      if (runs.a.empty()) continue;
      change.hashers.push_back(hasher);
      means_first.push_back(mean(runs.a));
      means_second.push_back(mean(runs.b));
    }
    if (change.hashers.size() < 2) continue;
    change.tau = kendall_tau(means_first, means_second);
    change.winner_first = winner(change.hashers, means_first);
    change.winner_second = winner(change.hashers, means_second);
    for (std::size_t i = 0; i < change.hashers.size(); ++i) {
      for (std::size_t j = i + 1; j < change.hashers.size(); ++j) {
        const std::string &a = change.hashers[i], &b = change.hashers[j];
        const auto under = [&](const std::string& split) {
          return compare_pairs({split, a, bits}, {split, b, bits},
                               PairedRuns(results.at(a, bits, split), results.at(b, bits, split)),
                               hasher_ratio);
        };
        const auto difference = [&](const std::string& split) {
          return minus(results.at(a, bits, split), results.at(b, bits, split));
        };
        change.pairs.push_back(
            {under(first), under(second),
             compare_pairs({first, a, bits}, {second, a, bits},
                           PairedRuns(difference(first), difference(second)), strategy_ratio)});
      }
    }
    changes.push_back(std::move(change));
  }
  adjust_all(changes, &OrderChange::under_first);
  adjust_all(changes, &OrderChange::under_second);
  adjust_all(changes, &OrderChange::change);
  return changes;
}

FlipCount count_flips(const RankingChange& change) {
  FlipCount count;
  for (const OrderChange& pair : change.pairs) {
    if (!pair.flips()) continue;
    ++count.flips;
    count.changed += significance(pair.change) != 0;
    count.either += significance(pair.under_first) != 0 || significance(pair.under_second) != 0;
    count.established += pair.established();
  }
  return count;
}

}  // namespace hashlab::results
