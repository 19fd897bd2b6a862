#include "experiments/choose/grid_scratch.h"
#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_folder.h"
#include "experiments/suite/study.h"
#include "experiments/suite/suite_members.h"

#include <fmt/format.h>

namespace hashlab::experiments {
namespace {

/// "; 7 of 15 settings scored" for a grid, "; 7 scores found" for auto; empty for other methods.
std::string begun(const ResultsFolder& folder, const Cell& cell) {
  if (!cell.method.chooses()) return "";
  const GridScores scores = read_grid_scratch(grid_scratch_path(folder.cell_path(cell)), cell.key);
  if (cell.method.is_auto()) return fmt::format("; {} scores found", scores.size());
  return fmt::format("; {} of {} settings scored", scores.size(),
                     cell.method.grid()->points.size());
}

void print_plan(const Member& member, const std::string& data) {
  const ResultsFolder& folder = member.folder;
  const Dataset dataset = read_dataset_of(member.suite, data);
  const Suite suite = fitted_suite(member.suite, dataset);
  std::size_t to_run = 0;
  const auto steps = check_cells(plan_cells(suite, facts_of(dataset)), folder.cells());
  Study study(dataset, suite);
  check_splits(study);
  for (const Step& step : steps) {
    const bool done = step.state == Step::State::done;
    to_run += done ? 0 : 1;
    fmt::print("{}  {}  {}{}\n", done ? "skip" : "run ", step.cell.file, step.reason,
               done ? "" : begun(folder, step.cell));
  }
  fmt::print("{} cells in {}: {} to run, {} done\n", steps.size(), folder.path, to_run,
             steps.size() - to_run);
}

int run_plan(const Arguments& arguments) {
  const std::string data = data_folder(arguments.get("data", ""));
  for (const Member& member : read_suites(arguments.positional().front(), arguments.all("set"),
                                          arguments.get("out", ""))) {
    print_plan(member, data);
  }
  return exit_done;
}

}  // namespace

Command plan_command() {
  return {"plan",
          "SUITE.ini [options]",
          "list the experiments that would run, and why",
          "This command lists every experiment of an experiment file with 'skip' or 'run' and the "
          "reason: done, missing, failed before, or damaged. An experiment is one method at one "
          "code length, on one split, in one run. If you change a setting that affects results, "
          "you get different experiments.\n\n"
          "  hashlab plan experiments/suites/quickstart.ini\n"
          "  hashlab plan experiments/suites/quickstart.ini --set bits=64",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"},
           {"out", "DIR",
            "folder of results; NAME is the key 'name' of the experiment file [results/runs/NAME]"},
           {"set", "KEY=VALUE", "replace a setting of the experiment file", true}},
          1,
          1,
          run_plan};
}

}  // namespace hashlab::experiments
