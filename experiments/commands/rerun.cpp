#include "experiments/commands/commands.h"
#include "experiments/run/compute_cell.h"
#include "experiments/run/repeat.h"
#include "experiments/suite/data_folder.h"
#include "lib/hamming/dispatch.h"

#include <fmt/format.h>

namespace hashlab {
namespace {

int run_rerun(const Arguments& arguments) {
  const std::string& path = arguments.positional().front();
  const CellRecord old = read_cell(path, true);
  const Suite suite = suite_of_cell(old, path);
  const Dataset dataset = read_dataset_of(suite, data_folder(arguments.get("data", "")));
  const Cell cell = planned_again(old, suite, dataset, path);
  const CellRecord now =
      compute_cell(Study(dataset, suite), cell, active_kernel(), /*keep_codes=*/false);
  for (const auto& [name, value] : now.metrics) {
    const auto before = old.metrics.find(name);
    fmt::print("{:<20}{:<22}{}\n", name, value,
               before == old.metrics.end() ? "new"
               : before->second == value   ? "as recorded"
                                           : fmt::format("recorded {}", before->second));
  }
  const bool same_choice = now.choice == old.choice && now.validation == old.validation;
  if (!now.choice.empty()) {
    fmt::print("chosen: {}, {}\n", now.choice,
               now.choice == old.choice ? "as recorded" : fmt::format("recorded {}", old.choice));
    fmt::print("validation scores are {}\n",
               now.validation == old.validation ? "identical" : "not those recorded");
  }
  const bool same = same_counts(now.counts, old.counts);
  fmt::print("rank counts are {}\n", same ? "identical" : "not those recorded");
  return same && same_choice ? exit_done : exit_failed;
}

}  // namespace

Command rerun_command() {
  return {"rerun",
          "CELL.h5 [options]",
          "repeat a result from the recipe inside it and compare",
          "Computes a cell again from its own recipe and compares the numbers; exit status 1 if\n"
          "they differ. The file is not changed.\n\n"
          "  hashlab rerun results/runs/quickstart/cells/itq+sbq-32b-improved-r01-0123456789ab.h5",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          1,
          1,
          run_rerun};
}

}  // namespace hashlab
