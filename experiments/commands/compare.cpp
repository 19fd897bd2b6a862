#include "experiments/commands/commands.h"
#include "experiments/gather/collect.h"
#include "experiments/gather/query_comparison.h"
#include "experiments/gather/study_ratios.h"
#include "experiments/gather/study_tables.h"
#include "experiments/program/launch.h"
#include "experiments/suite/method.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "results/compare/baseline.h"
#include "results/compare/compare_hashers.h"
#include "results/compare/compare_splits.h"
#include "results/compare/split_differences.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

enum class By { split, hasher };

struct CompareRequest {
  By by = By::split;
  std::vector<std::string> metrics;  ///< the suite's if empty
  std::vector<std::size_t> bits;     ///< all if empty
  std::vector<std::string> splits;   ///< all if empty
  std::string baseline;
  std::size_t bootstrap = 0;  ///< resamples; 0: none
  std::size_t precision = 4;
};

By parse_by(const std::string& text) {
  if (text == "split") return By::split;
  if (text == "hasher") return By::hasher;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("option '--by' = '{}', expected split or hasher{}", text,
                          suggestion(text, {"split", "hasher"})));
}

std::vector<std::size_t> parse_bits(const std::vector<std::string>& words) {
  std::vector<std::size_t> bits;
  for (const std::string& word : words) {
    const auto value = parse_whole(word);
    if (!value || *value == 0) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("option '--bits' = '{}', expected a whole number >= 1", word));
    }
    results::add_once(bits, std::size_t{*value});
  }
  return bits;
}

CompareRequest parse_request(const Arguments& arguments) {
  CompareRequest request;
  request.by = parse_by(arguments.get("by", "split"));
  request.metrics = arguments.all("metric");
  request.bits = parse_bits(arguments.all("bits"));
  for (const std::string& split : arguments.all("split")) {
    request.splits.push_back(splits::make_split(split).name);
  }
  if (request.by == By::split && request.splits.size() == 1) {
    refuse("--by split compares two splits or more: repeat '--split', or add '--by hasher'");
  }
  request.baseline = canonical_baseline(arguments.get("baseline", ""));
  if (!request.baseline.empty() && request.by == By::split) {
    throw Error(ErrorCode::invalid_argument,
                "--baseline is for comparing hashers: add '--by hasher'");
  }
  request.bootstrap = arguments.count("bootstrap", 0, 0, 1000000);
  request.precision = arguments.count("precision", 4, 0, 17);
  return request;
}

/// Without the bits that were not asked for; reference rankings have none and stay.
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

/// Without the splits that were not asked for.
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

/// Those that tables show. Reference rankings are left out: metrics that pool queries cannot be
/// resampled for them.
std::vector<std::pair<results::Combination, results::Combination>> comparisons(
    const results::MetricResults& results, const CompareRequest& request) {
  std::vector<std::pair<results::Combination, results::Combination>> pairs;
  for (const results::CodeBits bits : results.bits) {
    for (const std::string& hasher : results.hashers) {
      if (request.by == By::split) {
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

results::Table compare(const ResultsFolder& folder, const Manifest& manifest,
                       const Collected& collected, const Metric& metric,
                       const CompareRequest& request) {
  results::MetricResults results = results::metric_results(
      with_splits(with_bits(collected.rows, request.bits, manifest), request.splits, manifest),
      metric.name);
  if (collected.chance.contains(metric.name)) results.chance = collected.chance.at(metric.name);
  const splits::SplitSizes& sizes = manifest.suite.sizes;
  results::ComparisonOptions options;
  options.precision = request.precision;
  const StudyRatios ratios = study_ratios(manifest);
  options.hasher_ratio = ratios.hashers;
  options.strategy_ratio = ratios.strategies;
  results::BeyondZero beyond;
  if (request.bootstrap > 0) {
    const std::size_t cores = cores_of_each(1);
    beyond = runs_beyond_zero(folder, manifest, metric, comparisons(results, request),
                              request.bootstrap, cores);
    options.beyond = &beyond;
  }
  std::vector<std::string> notes = {fmt::format(
      "ratio of the corrected t-test: {:.4f} for differences between strategies, {:.4f} between "
      "hashers: {} queries and {} training rows of {}",
      options.strategy_ratio, options.hasher_ratio, sizes.test_queries, sizes.training,
      manifest.dataset.size)};
  notes.insert(notes.end(), collected.footnotes.begin(), collected.footnotes.end());
  return request.by == By::split
             ? results::compare_splits(results, options, notes)
             : results::compare_hashers(results, request.baseline, options, notes);
}

/// Each table under the one before; of csv tables only the first keeps its header.
std::string joined(const std::vector<results::Table>& tables, results::TableFormat format) {
  std::string text;
  for (const results::Table& table : tables) {
    std::string one = results::format_table(table, format);
    if (format == results::TableFormat::csv && !text.empty()) one.erase(0, one.find('\n') + 1);
    if (format != results::TableFormat::csv && !text.empty()) text += "\n";
    text += one;
  }
  return text;
}

int run_compare(const Arguments& arguments) {
  const CompareRequest request = parse_request(arguments);
  const results::TableFormat format = results::parse_table_format(arguments.get("format", "text"));
  std::vector<results::Table> tables;
  for (const std::string& path : arguments.positional()) {
    for (const ResultsFolder& folder : results_by_direction(path)) {
      const Manifest manifest = read_manifest(folder);
      std::vector<Metric> metrics;
      std::vector<std::string> names;
      for (const std::string& name :
           request.metrics.empty() ? manifest.suite.metrics : request.metrics) {
        metrics.push_back(result_metric(name));
        names.push_back(metrics.back().name);
        if (metrics.back().is_seconds) {
          throw Error(
              ErrorCode::invalid_argument,
              fmt::format("metric '{}' is a time, which runs do not share and less of which "
                          "is better: 'hashlab table --metric {}' shows it",
                          name, name));
        }
      }
      const Collected collected = collect(folder, manifest, names);
      for (const Metric& metric : metrics) {
        tables.push_back(compare(folder, manifest, collected, metric, request));
      }
    }
  }
  fmt::print("{}", joined(tables, format));
  return exit_done;
}

}  // namespace

Command compare_command() {
  return {
      "compare",
      "RESULTS... [options]",
      "compare methods or splits: differences, intervals, tests",
      "This command compares results run by run; a run is one random split. RESULTS are results "
      "folders, or folders that contain some.\n\n"
      "With --by split, you get the differences between splitting protocols for each hashing "
      "method: literature (the standard protocol) minus improved (the held-out-database protocol), "
      "matched (a size-matched control) minus improved, and literature minus matched. You also see "
      "whether the ranking of the methods, or the best method, changes. With --by hasher, each "
      "method is compared with a baseline, or with the best method.\n\n"
      "Intervals and p-values come from the corrected resampled t-test. The p-values are also "
      "given after Holm's correction (docs/explanation/statistics.md explains both).\n\n"
      "  hashlab compare results/runs/quickstart\n"
      "  hashlab compare results/runs/quickstart --by hasher --baseline +sbq \\\n"
      "      --metric map\n"
      "  hashlab compare results/runs/quickstart --bootstrap 1000 \\\n"
      "      --format csv > compare.csv",
      {{"by", "WHAT", "compare by split or by hasher [split]"},
       {"metric", "M", "metric to compare [those of the experiment file]", true},
       {"bits", "N", "code length to compare [all]", true},
       {"split", "S", "splitting protocol to compare; --by split needs two or more [all]", true},
       {"baseline", "HASHER",
        "with --by hasher, method to compare with, or +QUANTISER: each method is compared with the "
        "one with this quantiser and its own projection [the best]"},
       rare(
           {"bootstrap", "B",
            "also resample the test queries of each run B times, and count the runs whose interval "
            "excludes zero [none]"}),
       {"format", "F", "text, md, csv or tex [text]"},
       rare({"precision", "N", "number of decimals [4]"})},
      1,
      1000,
      run_compare};
}

}  // namespace hashlab::experiments
