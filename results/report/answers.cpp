#include "results/report/answers.h"

#include "results/compare/baseline.h"
#include "results/compare/ranking_changes.h"
#include "results/compare/split_differences.h"
#include "results/report/best_method.h"
#include "results/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace hashlab::results {
namespace {

std::string with_interval(const ResampledT& t) {
  if (t.n < 2) return fmt::format("{:+.4f} (one observation, no interval)", t.mean);
  return fmt::format("{:+.4f} [{:+.4f}, {:+.4f}]", t.mean, t.low, t.high);
}

/// The differences between two splits at one code length.
struct Comparison {
  Strategies splits;
  CodeBits bits;
  std::vector<PairedComparison> methods;  ///< first less second; each has at least one run
  ResampledT of_all_methods;              ///< n = 0 if no run has all methods
};

/// The test of the mean over methods, with one value for each run that all methods have.
ResampledT mean_over_methods(const MetricResults& results, const Comparison& comparison,
                             double ratio) {
  std::map<std::size_t, std::vector<double>> by_run;
  for (const PairedComparison& method : comparison.methods) {
    const RunValues a = results.at(method.first.hasher, comparison.bits, comparison.splits.first);
    const RunValues b = results.at(method.first.hasher, comparison.bits, comparison.splits.second);
    for (const auto& [run, value] : a) {
      if (b.contains(run)) by_run[run].push_back(value - b.at(run));
    }
  }
  std::vector<double> means;
  for (const auto& [run, differences] : by_run) {
    if (differences.size() == comparison.methods.size()) means.push_back(mean(differences));
  }
  return means.empty() ? ResampledT{} : corrected_resampled_t(means, ratio);
}

/// One comparison for each code length at which a method has runs under both splits.
std::vector<Comparison> comparisons_of(const MetricResults& results,
                                       const std::vector<PairedComparison>& differences,
                                       const Strategies& splits, double ratio) {
  std::vector<Comparison> all;
  for (const CodeBits bits : results.bits) {
    Comparison comparison{splits, bits, {}, {}};
    for (const PairedComparison& d : differences) {
      if (d.first.bits == bits && d.first.split == splits.first &&
          d.second.split == splits.second) {
        comparison.methods.push_back(d);
      }
    }
    if (comparison.methods.empty()) continue;
    comparison.of_all_methods = mean_over_methods(results, comparison, ratio);
    all.push_back(std::move(comparison));
  }
  return all;
}

/// States at which code lengths the interval of the mean over methods is above or below zero.
std::string verdict(const std::vector<Comparison>& comparisons, const Strategies& splits) {
  std::vector<std::string> above, below, open;
  for (const Comparison& c : comparisons) {
    const ResampledT& t = c.of_all_methods;
    const bool told = t.n >= 2 && (t.low > 0 || t.high < 0);
    (!told ? open : t.low > 0 ? above : below).push_back(fmt::to_string(c.bits.value()));
  }
  std::vector<std::string> parts;
  const auto add = [&](const std::vector<std::string>& bits, const char* what) {
    if (!bits.empty()) parts.push_back(fmt::format("{} at {} bits", what, fmt::join(bits, ", ")));
  };
  add(above, "Yes");
  add(below, "No, lower ones");
  add(open, "No difference is measurable");
  return fmt::format(
      "Does {} give higher scores than {}? {} (95 % interval of the mean over methods).",
      splits.first, splits.second, fmt::join(parts, "; "));
}

std::string size_sentence(const Comparison& c) {
  const auto differ = std::count_if(c.methods.begin(), c.methods.end(),
                                    [](const PairedComparison& d) { return significance(d) != 0; });
  const auto largest = std::max_element(
      c.methods.begin(), c.methods.end(), [](const PairedComparison& a, const PairedComparison& b) {
        return std::abs(a.difference.mean) < std::abs(b.difference.mean);
      });
  const std::string mean_text =
      c.of_all_methods.n == 0 ? ""
                              : fmt::format("{} on average over {} methods; ",
                                            with_interval(c.of_all_methods), c.methods.size());
  return fmt::format(
      "At {} bits, {} − {} is {}{} of {} methods differ (p < 0.05 after Holm's correction). The "
      "largest difference is that of {}, {}.",
      c.bits.value(), c.splits.first, c.splits.second, mean_text, differ, c.methods.size(),
      largest->first.hasher, with_interval(largest->difference));
}

/// The difference that random rankings have, because the databases differ.
std::string chance_sentence(const ChanceDifference& chance) {
  return fmt::format(
      "For random rankings, {} − {} is expected to be {:+.4f}. This part of a difference comes "
      "from "
      "the sizes and class shares of the databases.",
      chance.first, chance.second, chance.difference());
}

/// Kendall's tau and the number of pairs of methods that change their order; empty if tau is
/// undefined, because all methods tie under one of the splits.
std::string agreement_text(const RankingChange& change) {
  if (!change.tau) return "";
  return fmt::format(
      "; Kendall's tau of the two rankings is {:.2f}, {} of {} pairs of methods change their "
      "order",
      *change.tau, count_flips(change).flips, change.pairs.size());
}

std::string order_sentence(const MetricResults& results, const Strategies& splits,
                           const RankingChange& change, double hasher_ratio) {
  const std::string &first = change.winner_first, &second = change.winner_second;
  if (first == second) {
    return fmt::format("At {} bits the winner does not change: {} is best under {} and under {}{}.",
                       change.bits.value(), first, splits.first, splits.second,
                       agreement_text(change));
  }
  const PairedComparison lead =
      compare_pairs({splits.second, second, change.bits}, {splits.second, first, change.bits},
                    PairedRuns(results.at(second, change.bits, splits.second),
                               results.at(first, change.bits, splits.second)),
                    hasher_ratio);
  return fmt::format(
      "At {} bits the winner changes: {} is best under {}, {} under {} (there ahead by {}){}.",
      change.bits.value(), first, splits.first, second, splits.second,
      with_interval(lead.difference), agreement_text(change));
}

std::string best_sentence(const MetricResults& results, const std::string& split, CodeBits bits,
                          double hasher_ratio) {
  const std::string best = best_hasher(results, bits, split);
  if (best.empty()) return "";
  const ResampledT t =
      corrected_resampled_t(values_of(results.at(best, bits, split)), hasher_ratio);
  return fmt::format("Best at {} bits under {}: {}, {:.4f}{}.", bits.value(), split, best, t.mean,
                     t.n < 2 ? "" : fmt::format(" [{:.4f}, {:.4f}]", t.low, t.high));
}

}  // namespace

std::vector<Answer> answers(const MetricResults& results, const MetricDifferences& differences,
                            const StudyFacts& facts) {
  std::vector<Answer> all;
  const auto add = [&](const std::string& text, bool headline = false) {
    all.push_back({results.metric, text, headline});
  };
  const std::string best = best_method_text(results, facts.hasher_ratio);
  if (!best.empty()) add(best, true);
  const std::size_t before = all.size();
  for (const Strategies& splits : compared_with_improved(results.splits)) {
    const std::vector<Comparison> comparisons =
        comparisons_of(results, differences.of_hashers, splits, facts.strategy_ratio);
    if (comparisons.empty()) continue;
    add(verdict(comparisons, splits), true);
    for (const Comparison& c : comparisons) add(size_sentence(c));
    for (const ChanceDifference& chance : differences.of_chance) {
      if (Strategies{chance.first, chance.second} == splits) add(chance_sentence(chance));
    }
    for (const RankingChange& change : ranking_changes(results, splits.first, splits.second,
                                                       facts.hasher_ratio, facts.strategy_ratio)) {
      add(order_sentence(results, splits, change, facts.hasher_ratio));
    }
  }
  if (all.size() > before) return all;
  for (const std::string& split : results.splits) {
    for (const CodeBits bits : results.bits) {
      const std::string text = best_sentence(results, split, bits, facts.hasher_ratio);
      if (!text.empty()) add(text);
    }
  }
  return all;
}

}  // namespace hashlab::results
