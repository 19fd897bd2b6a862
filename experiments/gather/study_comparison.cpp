#include "experiments/gather/study_comparison.h"

#include "experiments/gather/query_comparison.h"
#include "experiments/gather/study_ratios.h"
#include "lib/error.h"
#include "results/compare/baseline.h"
#include "results/compare/compare_hashers.h"
#include "results/compare/compare_splits.h"
#include "results/compare/split_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlab::experiments {
namespace {

/// Only the rows with the requested code lengths. Reference rankings have no code length and stay.
std::vector<results::ResultRow> with_bits(std::vector<results::ResultRow> rows,
                                          const std::vector<std::size_t>& bits,
                                          const Manifest& manifest) {
  if (bits.empty()) return rows;
  for (const std::size_t b : bits) {
    const auto& there = manifest.suite.bits;
    if (std::find(there.begin(), there.end(), b) != there.end()) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("no results of {} bits, there are: {}", b, fmt::join(there, ", ")));
  }
  std::erase_if(rows, [&](const results::ResultRow& row) {
    return row.bits && std::find(bits.begin(), bits.end(), *row.bits) == bits.end();
  });
  return rows;
}

/// Only the rows of the requested splits.
std::vector<results::ResultRow> with_splits(std::vector<results::ResultRow> rows,
                                            const std::vector<std::string>& splits,
                                            const Manifest& manifest) {
  if (splits.empty()) return rows;
  const auto& there = manifest.suite.splits;
  for (const std::string& split : splits) {
    if (std::find(there.begin(), there.end(), split) != there.end()) continue;
    refuse(fmt::format("no results of split '{}', there are: {}", split, fmt::join(there, ", ")));
  }
  std::erase_if(rows, [&](const results::ResultRow& row) {
    return std::find(splits.begin(), splits.end(), row.split) == splits.end();
  });
  return rows;
}

/// The comparisons that the tables show.
std::vector<std::pair<results::Combination, results::Combination>> comparisons(
    const results::MetricResults& results, const CompareRequest& request) {
  std::vector<std::pair<results::Combination, results::Combination>> pairs;
  for (const results::CodeBits bits : results.bits) {
    for (const std::string& hasher : results.hashers) {
      if (request.by == CompareBy::split) {
        for (const auto& [first, second] : results::comparable_strategies(results.splits)) {
          pairs.push_back({{first, hasher, bits}, {second, hasher, bits}});
        }
        continue;
      }
      for (const std::string& split : results.splits) {
        const std::string other =
            results::opponent_of(results, request.baseline, hasher, bits, split);
        if (!other.empty()) pairs.push_back({{split, hasher, bits}, {split, other, bits}});
      }
    }
  }
  return pairs;
}

}  // namespace

results::Table study_comparison(const ResultsFolder& folder, const StudyResults& study,
                                const Metric& metric, const CompareRequest& request,
                                std::size_t threads) {
  const Manifest& manifest = study.manifest;
  results::MetricResults results = results::metric_results(
      with_splits(with_bits(study.rows, request.bits, manifest), request.splits, manifest),
      metric.name);
  if (study.chance.contains(metric.name)) results.chance = study.chance.at(metric.name);
  const splits::SplitSizes& sizes = manifest.suite.sizes;
  results::ComparisonOptions options;
  options.precision = request.precision;
  const StudyRatios ratios = study_ratios(manifest);
  options.hasher_ratio = ratios.hashers;
  options.strategy_ratio = ratios.strategies;
  results::BeyondZero beyond;
  if (request.bootstrap > 0) {
    beyond = runs_beyond_zero(folder, manifest, metric, comparisons(results, request),
                              request.bootstrap, threads);
    options.beyond = &beyond;
  }
  std::vector<std::string> notes = {fmt::format(
      "ratio of the corrected t-test: {:.4f} for differences between strategies, {:.4f} between "
      "hashers: {} queries and {} training rows of {}",
      options.strategy_ratio, options.hasher_ratio, sizes.test_queries, sizes.training,
      manifest.dataset.size)};
  notes.insert(notes.end(), study.footnotes.begin(), study.footnotes.end());
  return request.by == CompareBy::split
             ? results::compare_splits(results, options, notes)
             : results::compare_hashers(results, request.baseline, options, notes);
}

}  // namespace hashlab::experiments
