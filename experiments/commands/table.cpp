#include "results/table.h"
#include "experiments/collect.h"
#include "experiments/commands/commands.h"
#include "experiments/commands/tables.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/metrics/metrics.h"
#include "results/compare_published.h"
#include "results/published.h"
#include "results/run_values.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

const std::vector<std::string>& metrics_of(const Manifest& manifest, const TableRequest& request) {
  return request.metrics.empty() ? manifest.suite.metrics : request.metrics;
}

/// Puts tables in one format after each other; of csv tables only the first keeps its header.
std::string join(const std::vector<Table>& tables, TableFormat format) {
  std::string text;
  for (const Table& table : tables) {
    std::string one = format_table(table, format);
    if (!text.empty()) {
      if (format == TableFormat::csv) {
        one.erase(0, one.find('\n') + 1);
      } else {
        text += "\n";
      }
    }
    text += one;
  }
  return text;
}

std::vector<std::string> with_definition(const std::string& name,
                                         const std::vector<std::string>& footnotes) {
  std::vector<std::string> all = {fmt::format("{}: {}", name, metric(name).definition)};
  all.insert(all.end(), footnotes.begin(), footnotes.end());
  return all;
}

/// The name that rows have for a baseline: "+npq" for "+npq:thresholds=3".
std::string canonical_baseline(const std::string& baseline) {
  if (baseline.empty() || !baseline.starts_with('+')) {
    return baseline.empty() ? "" : canonical_method(baseline);
  }
  const std::string any = projections::all().front()->info().name;
  return canonical_method(any + baseline).substr(any.size());
}

/// The suite's baseline, if its hashers (which --set may have replaced) include it.
std::string own_baseline(const Suite& suite) {
  const std::string baseline = canonical_baseline(suite.baseline);
  for (const std::string& hasher : methods_of(suite)) {
    const std::string quantiser = hasher.substr(hasher.find('+'));
    if (hasher == baseline || quantiser == baseline ||
        (baseline.starts_with('+') && quantiser.starts_with(baseline + ":"))) {
      return baseline;
    }
  }
  return "";
}

int run(const Arguments& arguments) {
  const ResultsFolder folder{arguments.positional().front()};
  const Manifest manifest = read_manifest(folder);
  TableRequest request;
  request.format = parse_table_format(arguments.get("format", "text"));
  request.metrics = arguments.all("metric");
  request.baseline = arguments.get("baseline", "");
  request.precision = arguments.count("precision", 4, 0, 17);
  request.ties = arguments.has("ties");
  const std::vector<std::string> published_files = arguments.all("compare-published");
  if (arguments.has("long")) {
    if (request.format != TableFormat::csv) {
      throw Error(ErrorCode::invalid_argument, "--long prints csv: add '--format csv'");
    }
    fmt::print("{}",
               format_long_csv(collect(folder, manifest, metrics_of(manifest, request)).rows));
    return exit_done;
  }
  if (published_files.empty()) {
    fmt::print("{}", comparison_tables(folder, manifest, request));
    return exit_done;
  }
  std::vector<PublishedValue> published;
  for (const std::string& file : published_files) {
    const std::vector<PublishedValue> more = read_published(file);
    published.insert(published.end(), more.begin(), more.end());
  }
  const Collected collected = collect(folder, manifest, metrics_of(manifest, request));
  const Table table = compare_published(
      collected.rows, published,
      {manifest.dataset.name, manifest.suite.ground_truth.kind, request.precision},
      collected.footnotes);
  fmt::print("{}", format_table(table, request.format));
  return exit_done;
}

}  // namespace

std::string comparison_tables(const ResultsFolder& folder, const Manifest& manifest,
                              const TableRequest& request) {
  const std::vector<std::string>& metrics = metrics_of(manifest, request);
  std::vector<std::string> needed = metrics;
  for (const std::string& name : metrics) {
    if (!request.ties || metric(name).best.empty()) continue;
    for (const std::string& end : {metric(name).best, metric(name).worst}) add_once(needed, end);
  }
  const Collected collected = collect(folder, manifest, needed);
  TableOptions options;
  options.tie_band = request.ties;
  options.precision = request.precision;
  options.baseline = request.baseline.empty() ? own_baseline(manifest.suite)
                                              : canonical_baseline(request.baseline);
  std::vector<Table> tables;
  for (const std::string& name : metrics) {
    const Metric shown = metric(name);
    options.metric = shown.name;
    options.best = shown.best;
    options.worst = shown.worst;
    tables.push_back(
        make_table(collected.rows, options, with_definition(name, collected.footnotes)));
  }
  return join(tables, request.format);
}

Command table_command() {
  return {
      "table",
      "DIR [options]",
      "print the tables of a results folder, or every number, or ours beside published ones",
      "Prints mean and standard deviation over runs, hashers against bits and splits, with marks\n"
      "where a hasher differs from the baseline (Wilcoxon signed-rank over runs).\n\n"
      "  hashlab table results/runs/quickstart --metric map --baseline itq+sbq\n"
      "  hashlab table results/runs/quickstart --metric map --ties\n"
      "  hashlab table results/runs/quickstart --long --format csv > numbers.csv\n"
      "  hashlab table results/runs/thesis-cifar10 \\\n"
      "      --compare-published results/published/thesis_table_4_17.csv",
      {{"metric", "M", "metric to show [those of the suite]", true},
       {"format", "F", "text, md, csv or tex [text]"},
       {"baseline", "HASHER", "test against this hasher, or +QUANTISER of the same projection"},
       {"precision", "N", "decimals [4]"},
       {"ties", "", "beside each value what the order of ties can change: best - worst"},
       {"long", "", "every number, one row each (csv)"},
       {"compare-published", "FILE.csv", "published value and relative difference beside ours",
        true}},
      1,
      1,
      run};
}

}  // namespace hashlab
