#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/evaluate/split_checks.h"
#include "experiments/program/output.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_members.h"
#include "lib/error.h"
#include "splits/split_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

/// The suite of an experiment file or results folder. Refuses paths with several suites.
Suite suite_of(const std::string& path, const Arguments& arguments) {
  std::vector<std::string> choices;
  std::string remedy = "name one,";
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    if (arguments.has("set")) refuse("option '--set' is for suite files, not for results");
    const std::vector<ResultsFolder> folders = results_folders(path);
    if (folders.size() == 1) return read_manifest(folders.front()).suite;
    for (const ResultsFolder& folder : folders) choices.push_back(folder.path);
  } else {
    const std::vector<Member> members = read_suites(path, arguments.all("set"), "");
    if (members.size() == 1) return members.front().suite;
    for (const Member& member : members) choices.push_back(member.suite.name);
    remedy = "name its file, or one of 'datasets' by '--set datasets=NAME'; there are";
  }
  refuse(fmt::format("{}: is of {} data sets, and splits of one are exported at a time: {} {}",
                     path, choices.size(), remedy, fmt::join(choices, ", ")));
}

/// The suite's splitting protocols, or the requested one.
std::vector<std::string> strategies_of(const Suite& suite, const Arguments& arguments) {
  if (!arguments.has("split")) return suite.splits;
  const std::string name = splits::make_split(arguments.get("split", "")).name;
  if (std::find(suite.splits.begin(), suite.splits.end(), name) == suite.splits.end()) {
    refuse(fmt::format("option '--split' = '{}': the suite has {}", name,
                       fmt::join(suite.splits, ", ")));
  }
  return {name};
}

splits::SplitFormat split_format_of(const Arguments& arguments) {
  const std::map<std::string, splits::SplitFormat> formats = {{"h5", splits::SplitFormat::h5},
                                                              {"text", splits::SplitFormat::text},
                                                              {"npy", splits::SplitFormat::npy}};
  const auto found = formats.find(arguments.get("format", "h5"));
  if (found != formats.end()) return found->second;
  refuse(fmt::format("option '--format' = '{}', must be h5 | text | npy",
                     arguments.get("format", "")));
}

int export_splits(const std::string& path, const Arguments& arguments) {
  const splits::SplitFormat format = split_format_of(arguments);
  const std::string out = arguments.required("out");
  const Suite stated = suite_of(path, arguments);
  const std::vector<std::string> strategies = strategies_of(stated, arguments);
  const std::size_t only = arguments.count("run", 0, 1, stated.runs);
  if (format == splits::SplitFormat::h5) {
    check_output(out, OutputKind::splits, arguments, {path});
  } else if (std::error_code ignored; fs::exists(out, ignored) && !fs::is_empty(out, ignored)) {
    refuse(fmt::format("{}: is there already, expected a new folder for the lists", out));
  }
  const Dataset dataset = read_dataset_of(stated, data_folder(arguments.get("data", "")));
  const Suite suite = fitted_suite(stated, dataset);
  const Study study(dataset, suite);
  std::vector<splits::StoredSplit> stored;
  for (const std::string& strategy : strategies) {
    for (std::size_t run = 1; run <= suite.runs; ++run) {
      if (only == 0 || run == only) stored.push_back(split_to_store(study, strategy, run));
    }
  }
  const std::atomic<bool>& stop = stop_on_signals();
  bool whole = false;
  const ExitStatus status =
      write_output(out, [&] { whole = splits::write_splits(out, format, stored, stop); });
  if (status != exit_done) return status;
  if (!whole) {
    tell("interrupted: nothing was written\n");
    return exit_interrupted;
  }
  fmt::print("{}: {} splits of {} ({} rows): {}\n", out, stored.size(), dataset.name,
             dataset.size(), fmt::join(strategies, ", "));
  return exit_done;
}

void print(const std::string& path, const SplitCheck& check) {
  for (const std::string& deviation : check.deviations) fmt::print("{}\n", deviation);
  fmt::print("{}: {}{} splits, {} deviations\n", path,
             check.cells == 0 ? "" : fmt::format("{} cells, ", check.cells), check.splits,
             check.deviations.size());
}

int verify_splits(const std::string& path, const Arguments& arguments) {
  for (const char* option : {"out", "force", "format", "split", "run", "set"}) {
    if (arguments.has(option)) refuse(fmt::format("option '--{}' is for 'splits export'", option));
  }
  const std::string data = data_folder(arguments.get("data", ""));
  std::vector<ResultsFolder> folders;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    try {
      folders = results_folders(path);
    } catch (const Error&) {  // not results, so it is a folder of lists
    }
  }
  bool sound = true;
  const auto report = [&](const std::string& name, const SplitCheck& check) {
    print(name, check);
    sound = sound && check.deviations.empty();
  };
  if (folders.empty()) report(path, check_split_file(path, data));
  for (const ResultsFolder& folder : folders) report(folder.path, check_results(folder, data));
  return sound ? exit_done : exit_failed;
}

int run_splits(const Arguments& arguments) {
  const std::string& action = arguments.positional()[0];
  const std::string& path = arguments.positional()[1];
  if (action == "export") return export_splits(path, arguments);
  if (action == "verify") return verify_splits(path, arguments);
  refuse(fmt::format("'splits {}': expected 'splits export' or 'splits verify'", action));
}

}  // namespace

Command splits_command() {
  return {"splits",
          "export|verify SUITE.ini|RESULTS|FILE|FOLDER [options]",
          "export the samples of every split, or verify them",
          "This command exports the samples of splits to files, or verifies such files.\n\n"
          "'export' writes the row numbers of queries, database, training and validation samples "
          "for each splitting protocol and run of an experiment file or results folder. The list "
          "'learnable' has all samples available for training. You get one HDF5 file, or a folder "
          "of lists. The lists can also be read by 'hashlab audit' and used as a split (protocol "
          "'foreign').\n\n"
          "'verify' draws each split of an exported file or folder again, from the configuration "
          "that is stored with the split, and compares row numbers and checksum. For a results "
          "folder, it compares the checksum of each split with the one that the experiments "
          "recorded. Each deviation is printed on a line, and the exit status is 1 if there are "
          "any.\n\n"
          "  hashlab splits export experiments/suites/quickstart.ini --out splits.h5\n"
          "  hashlab splits export results/runs/quickstart --out lists --format npy --run 1\n"
          "  hashlab splits verify splits.h5",
          {{"out", "PATH", "export, required: output file (h5), or new output folder (text, npy)"},
           force_option(),
           one_of({"format", "FORMAT", "export: h5, text or npy [h5]"}, {"h5", "text", "npy"}),
           {"split", "SPLIT", "export: splitting protocol to write [all]"},
           {"run", "R", "export: run to write [all]"},
           {"set", "KEY=VALUE", "export: replace a setting of the experiment file", true},
           {"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          2,
          2,
          run_splits};
}

}  // namespace hashlab::experiments
