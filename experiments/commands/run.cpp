#include "experiments/commands/commands.h"
#include "experiments/commands/tables.h"
#include "experiments/data_folder.h"
#include "experiments/folder.h"
#include "experiments/grid_scratch.h"
#include "experiments/progress.h"
#include "experiments/runner.h"
#include "experiments/signals.h"
#include "lib/error.h"
#include "lib/files.h"
#include "lib/hamming/dispatch.h"

#include <fmt/format.h>

#include <filesystem>
#include <thread>

namespace hashlab {
namespace {

std::string text_of(const Cell& cell) {
  const std::string bits = cell.is_reference() ? "" : fmt::format("{}b ", cell.bits);
  return fmt::format("{} {}{} run {}", cell.hasher, bits, cell.split, cell.run);
}

/// Prepares the folder, runs what is missing, and says how it went.
RunSummary run_missing(const Dataset& dataset, const Suite& suite, const ResultsFolder& folder,
                       RunSettings settings) {
  const std::vector<Cell> cells = plan_cells(suite, facts_of(dataset));
  write_manifest(folder, suite, facts_of(dataset), cells);
  remove_leftovers(folder.cells());
  std::vector<Cell> missing;
  for (const Step& step : check_cells(cells, folder.cells(), settings.keep_codes)) {
    if (step.state == Step::State::done) {  // killed before its scratch was removed
      remove_grid_scratch(grid_scratch_path(folder.cell_path(step.cell)));
    } else {
      missing.push_back(step.cell);
    }
    if (step.state == Step::State::damaged) tell(fmt::format("again: {}\n", step.reason));
  }
  settings.folder = folder.cells();
  tell(fmt::format("{}: {} cells, {} done before, {} to run with {} job{}, kernel {}\n", suite.name,
                   cells.size(), cells.size() - missing.size(), missing.size(), settings.jobs,
                   settings.jobs == 1 ? "" : "s", settings.kernel->name));
  if (missing.empty()) return {};
  Progress progress(missing.size());
  settings.tried = [&](const Cell& cell, std::size_t tried, std::size_t points) {
    progress.mention(fmt::format("{}: {} of {} settings tried", text_of(cell), tried, points));
  };
  return run_cells(Study(dataset, suite), missing, settings, [&](const CellReport& report) {
    progress.advance(text_of(*report.cell), report.failure);
  });
}

int run(const Arguments& arguments) {
  const Suite suite = read_suite(arguments.positional().front(), arguments.all("set"));
  const ResultsFolder folder{arguments.get("out", "results/runs/" + suite.name)};
  RunSettings settings;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  settings.jobs = arguments.count("jobs", cores, 1, 1024);
  settings.keep_codes = arguments.has("keep-codes");
  settings.kernel = &active_kernel();
  const Dataset dataset = read_dataset_of(suite, data_folder(arguments.get("data", "")));
  settings.stop = &stop_on_signals();

  RunSummary summary;
  try {
    summary = run_missing(dataset, suite, folder, settings);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error || !std::filesystem::exists(folder.cells())) throw;
    tell(fmt::format("error: {}\n", error.what()));
    return exit_failed;
  }
  if (summary.interrupted) {
    tell(fmt::format("interrupted: {} cells done; the same command goes on from there\n",
                     summary.done));
    return exit_interrupted;
  }
  const Manifest manifest = read_manifest(folder);
  if (summary.failed < manifest.cells.size()) {
    fmt::print("{}", comparison_tables(folder, manifest, {}));
  }
  if (summary.failed > 0) {
    tell(fmt::format("error: {} cells failed; 'hashlab status {}' lists them\n", summary.failed,
                     folder.path));
    return exit_failed;
  }
  return exit_done;
}

}  // namespace

Command run_command() {
  return {
      "run",
      "SUITE.ini [options]",
      "run the cells of a suite that are not done yet, and print its tables",
      "Runs every combination of hasher, bits, split and run that a suite names, one result file\n"
      "each, and prints the tables. What is done already is kept: after an interruption the same\n"
      "command goes on where it stopped. Numbers do not depend on --jobs.\n\n"
      "  hashlab run experiments/suites/thesis-cifar10.ini --data ~/datasets\n"
      "  hashlab run experiments/suites/quickstart.ini --set bits=64 --set runs=3\n\n" +
          suite_help(),
      {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"},
       {"out", "DIR", "folder for results [results/runs/NAME]"},
       {"jobs", "N", "workers, each with one BLAS thread [cores]"},
       {"set", "KEY=VALUE", "replace a setting of the suite", true},
       {"keep-codes", "", "store query and database codes in the result files"}},
      1,
      1,
      run};
}

}  // namespace hashlab
