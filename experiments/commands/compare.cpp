#include "experiments/commands/commands.h"
#include "experiments/gather/study_comparison.h"
#include "experiments/program/launch.h"
#include "experiments/suite/method.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"
#include "splits/split.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

CompareBy parse_by(const std::string& text) {
  if (text == "split") return CompareBy::split;
  if (text == "hasher") return CompareBy::hasher;
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
  if (request.by == CompareBy::split && request.splits.size() == 1) {
    refuse("--by split compares two splits or more: repeat '--split', or add '--by hasher'");
  }
  request.baseline = canonical_baseline(arguments.get("baseline", ""));
  if (!request.baseline.empty() && request.by == CompareBy::split) {
    throw Error(ErrorCode::invalid_argument,
                "--baseline is for comparing hashers: add '--by hasher'");
  }
  request.bootstrap = arguments.count("bootstrap", 0, 0, 1000000);
  request.precision = arguments.count("precision", 4, 0, 17);
  return request;
}

/// The tables in sequence. Of CSV tables only the first keeps its header.
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
  const std::size_t cores = cores_of_each(1);
  std::vector<results::Table> tables;
  for (const std::string& path : arguments.positional()) {
    for (const ResultsFolder& folder : results_by_direction(path)) {
      Manifest manifest = read_manifest(folder);
      const std::vector<Metric> metrics = requested_metrics(request.metrics, manifest.suite);
      for (const Metric& metric : metrics) {
        if (!metric.is_seconds) continue;
        refuse(
            fmt::format("metric '{0}' is a time, which runs do not share and less of which is "
                        "better: 'hashlab table --metric {0}' shows it",
                        metric.name));
      }
      const StudyResults study = read_results(folder, std::move(manifest), metrics);
      for (const Metric& metric : metrics) {
        tables.push_back(study_comparison(folder, study, metric, request, cores));
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
      {one_of({"by", "WHAT", "compare by split or by hasher [split]"}, {"split", "hasher"}),
       {"metric", "METRIC", "metric to compare [those of the experiment file]", true},
       {"bits", "N", "code length to compare [all]", true},
       {"split", "SPLIT", "splitting protocol to compare; --by split needs two or more [all]",
        true},
       {"baseline", "HASHER",
        "with --by hasher, method to compare with, or +QUANTISER: each method is compared with the "
        "one with this quantiser and its own projection [the best]"},
       rare(
           {"bootstrap", "B",
            "also resample the test queries of each run B times, and count the runs whose interval "
            "excludes zero [none]"}),
       one_of({"format", "F", "text, md, csv or tex [text]"}, {"text", "md", "csv", "tex"}),
       rare({"precision", "N", "number of decimals [4]"})},
      1,
      1000,
      run_compare};
}

}  // namespace hashlab::experiments
