#include "experiments/commands/commands.h"
#include "experiments/suite/results_folder.h"

#include <fmt/format.h>

#include <map>

namespace hashlab {
namespace {

/// Says whether there are cells that failed or are damaged.
bool print_status(const ResultsFolder& folder) {
  const Manifest manifest = read_manifest(folder);
  std::map<Step::State, std::size_t> count;
  for (const Step& step : check_cells(manifest.cells, folder.cells())) {
    ++count[step.state];
    if (step.state == Step::State::failed || step.state == Step::State::damaged) {
      fmt::print("{}  {}\n", step.cell.file, step.reason);
    }
  }
  fmt::print("{} on {}: {} cells, {} done, {} missing, {} failed, {} damaged\n",
             manifest.suite.name, manifest.dataset.name, manifest.cells.size(),
             count[Step::State::done], count[Step::State::missing], count[Step::State::failed],
             count[Step::State::damaged]);
  return count[Step::State::failed] + count[Step::State::damaged] > 0;
}

int run_status(const Arguments& arguments) {
  bool bad = false;
  for (const ResultsFolder& folder : results_folders(arguments.positional().front())) {
    bad = print_status(folder) || bad;
  }
  return bad ? exit_failed : exit_done;
}

}  // namespace

Command status_command() {
  return {
      "status",
      "DIR",
      "count the cells of a results folder: done, missing, failed, damaged",
      "Counts the cells of the last run in a results folder and lists those that failed or are\n"
      "damaged. Exit status 1 if there are any.\n\n"
      "  hashlab status results/runs/quickstart",
      {},
      1,
      1,
      run_status};
}

}  // namespace hashlab
