#include "experiments/commands/commands.h"
#include "experiments/gather/hash_table_rows.h"
#include "experiments/suite/results_folder.h"
#include "lib/error.h"
#include "lib/options.h"
#include "results/hash_tables/proxy.h"
#include "results/hash_tables/sweep_scores.h"
#include "results/scores/hash_table_scores.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

std::string print(results::Table table, const std::vector<std::string>& footnotes,
                  results::TableFormat format) {
  table.footnotes.insert(table.footnotes.end(), footnotes.begin(), footnotes.end());
  return results::format_table(table, format);
}

void print_hash_tables(const ResultsFolder& folder, const Arguments& arguments) {
  const Manifest manifest = read_manifest(folder);
  const results::TableFormat format = results::parse_table_format(arguments.get("format", "text"));
  const std::size_t precision = arguments.count("precision", 4, 0, 17);
  const std::string hasher =
      arguments.has("hasher") ? canonical_name(arguments.get("hasher", "")) : "";
  std::size_t parts = 0;
  for (const char* part : {"sweep", "curve", "proxy"}) parts += arguments.has(part);
  if (parts > 1) {
    throw Error(ErrorCode::invalid_argument,
                "of --sweep, --curve and --proxy only one can be printed at a time");
  }
  if (results::hash_table_sweep(manifest.suite.scores).empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{}: its suite scored no hash tables; run it with such as --set "
                            "'hash-tables=K:8/16 L:1/2 radius:0/1'",
                            folder.path));
  }
  const std::vector<std::string> hashers = method_names(manifest.suite, &Method::has_codes);
  if (!hasher.empty() && std::find(hashers.begin(), hashers.end(), hasher) == hashers.end()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("hasher '{}' is not in this suite{}",
                                                         hasher, suggestion(hasher, hashers)));
  }
  const HashTableRows found = hash_table_rows(folder, manifest, hasher);
  if (found.sweep.empty()) {
    throw Error(ErrorCode::not_found,
                fmt::format("{}: no finished cell has scores of hash tables; 'hashlab status {}' "
                            "tells more",
                            folder.path, folder.path));
  }
  const results::SweepScores sweep(found.sweep);
  const auto proxy = [&] {
    return results::proxy_table(results::proxy_results(sweep, found.ranking), sweep.dataset());
  };
  if (arguments.has("sweep")) {
    fmt::print("{}", print(results::sweep_table(sweep, precision), found.footnotes, format));
  } else if (arguments.has("curve")) {
    fmt::print("{}", print(results::curve_table(sweep, precision), found.footnotes, format));
  } else if (arguments.has("proxy")) {
    fmt::print("{}", print(proxy(), found.footnotes, format));
  } else if (format == results::TableFormat::csv) {  // one header is not valid for two tables
    fmt::print("{}", print(results::best_table(sweep, precision), found.footnotes, format));
  } else {
    fmt::print("{}\n{}", print(results::best_table(sweep, precision), {}, format),
               print(proxy(), found.footnotes, format));
  }
}

int run_hash_tables(const Arguments& arguments) {
  const std::vector<ResultsFolder> folders =
      by_direction({arguments.positional().front(), results::Direction{}});
  for (const ResultsFolder& folder : folders) {
    if (folders.size() > 1) fmt::print("==== {} ====\n\n", folder.direction.text());
    print_hash_tables(folder, arguments);
  }
  return exit_done;
}

}  // namespace

Command hash_tables_command() {
  return {
      "hash-tables",
      "DIR [options]",
      "print the scores of hash tables built on the codes",
      "This command reads results of an experiment file with 'hash-tables = ...'. It prints the "
      "best F1 of each hashing method over all hash-table settings, and how strongly mAP and AUPRC "
      "correlate with this best F1 over the methods. Use one of --sweep for every setting, --curve "
      "for recall against the fraction of the database touched, or --proxy for the correlation "
      "alone.\n\n"
      "A setting has L tables, whose keys have K bits of a code, and looks up all keys within a "
      "Hamming radius. K is at most 64 and at most the code length, and the radius is at most K. "
      "Settings that do not fit a code length are left out, and a note names them.\n\n"
      "  hashlab hash-tables results/runs/tables-cifar10\n"
      "  hashlab hash-tables results/runs/tables-cifar10 --sweep --hasher itq+sbq\n"
      "  hashlab hash-tables results/runs/tables-cifar10 --curve \\\n"
      "      --format csv > curve.csv",
      {{"sweep", "", "print every setting of every method, code length and split"},
       {"curve", "",
        "print recall against the fraction of the database touched, one point per setting"},
       {"proxy", "", "print the correlation of ranking scores with the best F1"},
       {"hasher", "HASHER", "hashing method to show [all]"},
       one_of({"format", "F",
               "text, md, csv or tex; csv has the correlation only with --proxy [text]"},
              {"text", "md", "csv", "tex"}),
       rare({"precision", "N", "number of decimals [4]"})},
      1,
      1,
      run_hash_tables};
}

}  // namespace hashlab::experiments
