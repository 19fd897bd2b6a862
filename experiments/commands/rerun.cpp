#include "experiments/commands/commands.h"
#include "experiments/evaluate/compute_cell.h"
#include "experiments/evaluate/repeat.h"
#include "experiments/suite/data_folder.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/metrics/metrics.h"

#include <fmt/format.h>

#include <cstddef>

namespace hashlab::experiments {
namespace {

/// Adds recorded metrics that were requested in an experiment file but are not in the recipe, such
/// as map@100.
void compute_recorded(results::CellRecord& now, const results::CellRecord& old) {
  for (const auto& [name, value] : old.metrics) {
    if (now.metrics.contains(name)) continue;
    try {
      now.metrics[name] = metric(name).value(now.counts);
    } catch (const Error&) {  // not a metric of this version, as compare_metrics reports
    }
  }
}

/// Prints every metric beside the recorded value, and returns the number of differences. A metric
/// that was not recorded is not a difference, but one that is no longer computed is.
std::size_t compare_metrics(const results::CellRecord& now, const results::CellRecord& old) {
  std::size_t different = 0;
  for (const auto& [name, value] : now.metrics) {
    const auto before = old.metrics.find(name);
    const bool is_new = before == old.metrics.end();
    const bool same = is_new || before->second == value;
    if (!same) ++different;
    fmt::print("{:<36}{:<22}{}\n", name, value,
               is_new ? "new"
               : same ? "as recorded"
                      : fmt::format("recorded {}", before->second));
  }
  for (const auto& [name, value] : old.metrics) {
    if (now.metrics.contains(name)) continue;
    ++different;
    fmt::print("{:<36}{:<22}recorded {}\n", name, "not computed", value);
  }
  return different;
}

int run_rerun(const Arguments& arguments) {
  const std::string& path = arguments.positional().front();
  const results::StoredCell old = results::read_cell(path, true);
  const Suite suite = suite_of_cell(old, path);
  const Dataset dataset = read_dataset_of(suite, data_folder(arguments.get("data", "")));
  const Cell cell = planned_again(old, suite, dataset, path);
  results::CellRecord now = compute_cell(Study(dataset, suite), cell, active_kernel());
  compute_recorded(now, old);
  const std::size_t different = compare_metrics(now, old);
  const bool same_choice = now.choice == old.choice && now.validation == old.validation;
  if (!now.choice.empty()) {
    fmt::print("chosen: {}, {}\n", now.choice,
               now.choice == old.choice ? "as recorded" : fmt::format("recorded {}", old.choice));
    fmt::print("validation scores are {}\n",
               now.validation == old.validation ? "identical" : "not those recorded");
  }
  const bool same = now.counts == old.counts;
  fmt::print("rank counts are {}\n", same ? "identical" : "not those recorded");
  fmt::print("{}\n",
             different == 0
                 ? fmt::format("all {} recorded metrics are identical", old.metrics.size())
                 : fmt::format("{} of {} recorded metrics differ", different, old.metrics.size()));
  return same && same_choice && different == 0 ? exit_done : exit_failed;
}

}  // namespace

Command rerun_command() {
  return {"rerun",
          "CELL.h5 [options]",
          "repeat one result and compare it",
          "This command repeats the experiment of a result file from the configuration in the "
          "file, and compares the numbers. The exit status is 1 if a metric, a rank count (the "
          "number of items, or of relevant items, at a distance), a chosen setting or a validation "
          "score differs. The result file is not changed.\n\n"
          "  hashlab rerun results/runs/quickstart/cells/itq+sbq-32b-improved-r01-0123456789ab.h5\n"
          "  hashlab rerun CELL.h5 --data ~/datasets",
          {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"}},
          1,
          1,
          run_rerun};
}

}  // namespace hashlab::experiments
