#include "experiments/audit_lists.h"
#include "experiments/audit_output.h"
#include "experiments/audit_results.h"
#include "experiments/collection.h"
#include "experiments/commands/commands.h"
#include "experiments/data_folder.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <thread>

namespace hashlab {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what + " ('hashlab audit --help' explains)");
}

double parse_distance(const std::string& text) {
  double distance = -1;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), distance);
  if (error != std::errc{} || stop != text.data() + text.size() || !(distance >= 0) ||
      !std::isfinite(distance)) {
    refuse(fmt::format("option '--near' = '{}', must be a distance of 0 or more", text));
  }
  return distance;
}

AuditOptions options_of(const Arguments& arguments) {
  AuditOptions options;
  if (arguments.has("near")) options.near = parse_distance(arguments.get("near", ""));
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  options.threads = arguments.count("threads", cores, 1, 1024);
  return options;
}

std::vector<Audit> audit_folders(const std::string& path, const std::string& data,
                                 const AuditOptions& options) {
  std::vector<Audit> audits;
  for (const ResultsFolder& folder : results_folders(path)) {
    const Manifest manifest = read_manifest(folder);
    const Dataset dataset = read_dataset_of(manifest.suite, data);
    Audit audit = audit_results(folder, manifest, Study(dataset, manifest.suite), options);
    note_preprocessing(find_dataset(manifest.suite.dataset, data), audit);
    audits.push_back(std::move(audit));
  }
  return audits;
}

std::vector<Audit> audit_suites(const std::string& path, const std::vector<std::string>& settings,
                                const std::string& data, const AuditOptions& options) {
  std::vector<Audit> audits;
  for (const Member& member : read_suites(path, settings, "")) {
    const Suite& suite = member.suite;
    const Dataset dataset = read_dataset_of(suite, data);
    Audit audit = audit_plan(Study(dataset, suite), plan_cells(suite, facts_of(dataset)), options);
    note_preprocessing(find_dataset(suite.dataset, data), audit);
    audits.push_back(std::move(audit));
  }
  return audits;
}

ListsRequest lists_of(const Arguments& arguments) {
  ListsRequest request;
  request.data = arguments.required("data");
  request.training = arguments.required("training");
  request.database = arguments.required("database");
  request.queries = arguments.required("queries");
  request.validation_queries = arguments.get("validation-queries", "");
  request.validation_database = arguments.get("validation-database", "");
  request.model = arguments.get("model", "");
  const std::string as = arguments.get("as", "improved");
  if (as != "improved" && as != "literature") {
    refuse(fmt::format("option '--as' = '{}', must be improved or literature", as));
  }
  request.ranked = as == "improved" ? RankedRows::held_out : RankedRows::any;
  for (const std::string& text : arguments.all("fitted")) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      refuse(fmt::format("option '--fitted' = '{}', must be NAME=LIST or NAME=all", text));
    }
    request.fitted.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return request;
}

/// Options of the other way to call the verb would be passed over in silence.
void check_options(const Arguments& arguments, const std::vector<std::string>& others,
                   const std::string& goes_with) {
  for (const std::string& option : others) {
    if (arguments.has(option)) refuse(fmt::format("option '--{}' goes with {}", option, goes_with));
  }
}

std::vector<Audit> audits_of(const Arguments& arguments) {
  const AuditOptions options = options_of(arguments);
  if (arguments.positional().empty()) {
    check_options(arguments, {"set"}, "a suite");
    const ListsRequest request = lists_of(arguments);
    Audit audit = audit_lists(request, options);
    note_preprocessing(request.data, audit);
    return {std::move(audit)};
  }
  check_options(arguments,
                {"training", "database", "queries", "validation-queries", "validation-database",
                 "as", "fitted", "model"},
                "--data DATA.h5, without a suite or results");
  const std::string& path = arguments.positional().front();
  const std::string data = data_folder(arguments.get("data", ""));
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    return audit_suites(path, arguments.all("set"), data, options);
  }
  check_options(arguments, {"set"}, "a suite");
  return audit_folders(path, data, options);
}

int run(const Arguments& arguments) {
  const std::string format = arguments.get("format", "text");
  if (format != "text" && format != "json" && format != "csv") {
    refuse(fmt::format("option '--format' = '{}', must be text, json or csv", format));
  }
  const std::vector<Audit> audits = audits_of(arguments);
  fmt::print("{}", format == "json"  ? audit_json(audits)
                   : format == "csv" ? audit_csv(audits)
                                     : audit_text(audits));
  const bool clean = std::all_of(audits.begin(), audits.end(),
                                 [](const Audit& audit) { return audit.all_leaks().empty(); });
  return clean ? exit_done : exit_failed;
}

}  // namespace

Command audit_command() {
  return {
      "audit",
      "SUITE.ini|RESULTS|--data DATA.h5 [options]",
      "prove which rows took part in what: leaks of held-out rows, copies, class balance",
      "Held out are the test queries and, where the strategy says so (improved), the ranked "
      "database.\n"
      "For a suite it looks at what the cells would do; for results at what they recorded: which "
      "rows\n"
      "fitted mean, projection, thresholds, radius and hyperparameters. For lists made elsewhere, "
      "text\n"
      "(one 0-based row a line), .npy or HDF5 (FILE.h5:/NAME), at the lists and the features. "
      "Leaks are\n"
      "held-out rows, or exact copies of them, where they must not be; splits/README.md explains "
      "each kind.\n"
      "Exit status: 0 clean, 1 a leak was found, 2 bad input.\n\n"
      "  hashlab audit experiments/suites/quickstart.ini\n"
      "  hashlab audit results/runs/thesis-cifar10 --data FOLDER --format json\n"
      "  hashlab audit --data mine.h5 --training train.txt --database base.npy --queries test.npy\n"
      "  hashlab audit --data mine.h5 --training train.txt --database base.txt --queries test.txt "
      "\\\n"
      "      --as literature --fitted mean=all --fitted projection=train.txt --near 0.1",
      {{"data", "D",
        "with a suite or results: folder of data sets [$HASHLAB_DATA, else data]; with lists: the "
        "data set file"},
       {"training", "LIST", "rows that hash functions were learned from"},
       {"database", "LIST", "rows that are ranked for the test queries"},
       {"queries", "LIST", "rows that are the test queries"},
       {"validation-queries", "LIST", "rows that hyperparameters were chosen on"},
       {"validation-database", "LIST", "rows that were ranked for those"},
       {"as", "STRATEGY",
        "improved: the database is held out too; literature: it may be learned from [improved]"},
       {"fitted", "NAME=LIST", "rows that a quantity was fitted on: a list, or 'all'", true},
       {"model", "MODEL.h5", "also traces the mean of a hashlab model to the rows it is of"},
       {"near", "D",
        "near-duplicates of test queries within this Euclidean distance are leaks [they are only "
        "counted, within 10 % of the root mean square distance between rows]"},
       {"set", "KEY=VALUE", "replace a setting of the suite", true},
       {"threads", "N", "threads that look for near-duplicates [all]"},
       {"format", "F", "text, json or csv [text]"}},
      0,
      1,
      run};
}

}  // namespace hashlab
