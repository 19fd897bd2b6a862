#include "experiments/audit/audit_lists.h"
#include "experiments/audit/audit_output.h"
#include "experiments/audit/audit_results.h"
#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/program/launch.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace hashlab::experiments {
namespace {

[[noreturn]] void refuse_audit(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what + " ('hashlab audit --help' explains)");
}

AuditOptions options_of(const Arguments& arguments) {
  AuditOptions options;
  if (arguments.has("near")) options.near = arguments.distance("near");
  const std::size_t cores = cores_of_each(1);
  options.threads = arguments.count("threads", cores, 1, 1024);
  return options;
}

/// Notes the preprocessing of a suite's data set, for each of its views.
void note_preprocessing(const Suite& suite, const std::string& data, Audit& audit) {
  const std::string path = find_dataset(suite.dataset, data);
  if (suite.views.empty()) note_preprocessing(path, suite.view, audit);
  for (const std::string& view : suite.views) note_preprocessing(path, view, audit);
}

std::vector<Audit> audit_folders(const std::string& path, const std::string& data,
                                 const AuditOptions& options) {
  std::vector<Audit> audits;
  for (const ResultsFolder& folder : results_folders(path)) {
    const Manifest manifest = read_manifest(folder);
    const Dataset dataset = read_dataset_of(manifest.suite, data);
    Audit audit = audit_results(folder, manifest, Study(dataset, manifest.suite), options);
    note_preprocessing(manifest.suite, data, audit);
    audits.push_back(std::move(audit));
  }
  return audits;
}

std::vector<Audit> audit_suites(const std::string& path, const std::vector<std::string>& settings,
                                const std::string& data, const AuditOptions& options) {
  std::vector<Audit> audits;
  for (const Member& member : read_suites(path, settings, "")) {
    const Dataset dataset = read_dataset_of(member.suite, data);
    const Suite suite = fitted_suite(member.suite, dataset);
    Audit audit = audit_plan(Study(dataset, suite), plan_cells(suite, facts_of(dataset)), options);
    note_preprocessing(suite, data, audit);
    audits.push_back(std::move(audit));
  }
  return audits;
}

ListsRequest lists_of(const Arguments& arguments) {
  ListsRequest request;
  request.data = arguments.required("data");
  request.view = arguments.get("view", "");
  request.training = arguments.required("training");
  request.database = arguments.required("database");
  request.queries = arguments.required("queries");
  request.validation_queries = arguments.get("validation-queries", "");
  request.validation_database = arguments.get("validation-database", "");
  request.names = arguments.get("names", "");
  request.model = arguments.get("model", "");
  const std::string as = arguments.get("as", "improved");
  if (as != "improved" && as != "literature") {
    refuse_audit(fmt::format("option '--as' = '{}', must be improved or literature", as));
  }
  request.ranked = as == "improved" ? splits::RankedRows::held_out : splits::RankedRows::any;
  for (const std::string& text : arguments.all("fitted")) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      refuse_audit(fmt::format("option '--fitted' = '{}', must be NAME=LIST or NAME=all", text));
    }
    request.fitted.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return request;
}

/// Refuses options that belong to another form of the command and would have no effect.
void check_options(const Arguments& arguments, const std::vector<std::string>& others,
                   const std::string& goes_with) {
  for (const std::string& option : others) {
    if (arguments.has(option))
      refuse_audit(fmt::format("option '--{}' goes with {}", option, goes_with));
  }
}

std::vector<Audit> audits_of(const Arguments& arguments) {
  const AuditOptions options = options_of(arguments);
  if (arguments.positional().empty()) {
    if (!arguments.has("data")) {
      refuse_audit("expected a suite, a results folder, or '--data DATA.h5' with lists of rows");
    }
    check_options(arguments, {"set"}, "a suite");
    const ListsRequest request = lists_of(arguments);
    Audit audit = audit_lists(request, options);
    note_preprocessing(request.data, request.view, audit);
    return {std::move(audit)};
  }
  check_options(arguments,
                {"training", "database", "queries", "validation-queries", "validation-database",
                 "as", "fitted", "model", "view", "names"},
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

int run_audit(const Arguments& arguments) {
  const std::string format = arguments.get("format", "text");
  if (format != "text" && format != "json" && format != "csv") {
    refuse_audit(fmt::format("option '--format' = '{}', must be text, json or csv", format));
  }
  const std::vector<Audit> audits = audits_of(arguments);
  fmt::print("{}", format == "json"  ? audit_json(audits)
                   : format == "csv" ? audit_csv(audits)
                                     : audit_text(audits));
  const bool clean = std::all_of(audits.begin(), audits.end(),
                                 [](const Audit& audit) { return audit.is_clean(); });
  return clean ? exit_done : exit_failed;
}

}  // namespace

Command audit_command() {
  return {
      "audit",
      "SUITE.ini|RESULTS|--data DATA.h5 [options]",
      "find leaks between the parts of a split, and duplicates",
      "This command finds leaks between the parts of a split. A leak is a held-out sample, or an "
      "exact copy of one, in a part where it must not be. The test queries are held out, and with "
      "some splitting protocols (improved) so is the ranked database. docs/how-to/audit-a-split.md "
      "explains each kind of leak.\n\n"
      "For an experiment file, this command checks the samples that each experiment would use. For "
      "results, it checks the samples that each experiment recorded: those to which mean, "
      "projection, thresholds, ground-truth radius and hyperparameters were fitted. For a split "
      "made by another program, give the data set by --data and lists of its samples by "
      "--training, --database and --queries, which are then required. A list is a file: text (one "
      "0-based row or one name per line), .npy or HDF5 (FILE.h5:/NAME).\n\n"
      "The exit status is 0 if the audit is clean, 1 if a leak was found or if what the "
      "experiment file states about the training of another program's codes cannot be true, and 2 "
      "for bad input.\n\n"
      "  hashlab audit experiments/suites/quickstart.ini\n"
      "  hashlab audit results/runs/thesis-cifar10 --data FOLDER --format json\n"
      "  hashlab audit --data mine.h5 --training train.txt --database base.npy \\\n"
      "      --queries test.npy\n"
      "  hashlab audit --data mine.h5 --training train.txt --database base.txt \\\n"
      "      --queries test.txt --as literature --fitted mean=all \\\n"
      "      --fitted projection=train.txt --near 0.1",
      {{"data", "D",
        "with lists, the data set file; else the folder of data sets [$HASHLAB_DATA, else data]"},
       {"view", "NAME",
        "with lists, the view whose features are checked, if the data set has several"},
       {"names", "FILE",
        "for lists of names: file with the name of each row of the data set, one per line [/names "
        "of the data set]"},
       {"training", "LIST", "samples that hash functions were trained on"},
       {"database", "LIST", "items that are ranked for the test queries"},
       {"queries", "LIST", "test queries"},
       {"validation-queries", "LIST", "queries on which hyperparameters were tuned"},
       {"validation-database", "LIST", "items that were ranked for the validation queries"},
       rare(
           one_of({"as", "STRATEGY",
                   "splitting protocol of the lists: improved, if the database is held out too; or "
                   "literature, if methods may train on the database [improved]"},
                  {"improved", "literature"})),
       rare({"fitted", "NAME=LIST",
             "samples to which the quantity NAME, such as mean or projection, was fitted: a list, "
             "or the word 'all' for all samples of the data set",
             true}),
       rare({"model", "MODEL.h5",
             "with lists, also find out on which samples the mean in this hashlab model was "
             "computed; "
             "the model subtracts this mean from features"}),
       rare({"near", "D",
             "report samples within this Euclidean distance of a test query as leaks [samples "
             "nearer than 10% of the root mean square distance between samples are counted as "
             "near-duplicates, but not as leaks]"}),
       {"set", "KEY=VALUE", "replace a setting of the experiment file", true},
       rare({"threads", "N", "number of threads that search for near-duplicates [cores]"}),
       one_of({"format", "F", "text, json or csv [text]"}, {"text", "json", "csv"})},
      0,
      1,
      run_audit};
}

}  // namespace hashlab::experiments
