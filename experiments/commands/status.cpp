#include "experiments/commands/commands.h"
#include "experiments/schedule/folder_status.h"
#include "experiments/suite/results_folder.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::experiments {
namespace {

std::vector<FolderStatus> all_status(const std::string& path) {
  std::vector<FolderStatus> all;
  for (const ResultsFolder& folder : results_folders(path)) all.emplace_back(folder);
  return all;
}

/// Shows counts and runs until no cell is missing. On a terminal they are updated in place, else
/// they are printed after each change.
void watch(std::vector<FolderStatus>& all) {
  const bool terminal = isatty(STDOUT_FILENO) == 1;
  std::string shown;
  while (true) {
    std::string text;
    std::size_t missing = 0;
    for (FolderStatus& status : all) {
      status.look();
      missing += status.count(Step::State::missing);
      text += status.counts() + status.runs();
    }
    if (terminal && !shown.empty()) {
      fmt::print("\033[{}A\033[J", std::count(shown.begin(), shown.end(), '\n'));
    }
    if (terminal || text != shown) fmt::print("{}", text);
    std::fflush(stdout);
    shown = text;
    if (missing == 0) return;
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
}

int run_status(const Arguments& arguments) {
  std::vector<FolderStatus> all = all_status(arguments.positional().front());
  if (arguments.has("watch")) watch(all);
  bool bad = false;
  for (const FolderStatus& status : all) {
    fmt::print("{}", status.complaints());
    if (!arguments.has("watch")) fmt::print("{}{}", status.runs(), status.counts());
    bad = bad || status.is_bad();
  }
  return bad ? exit_failed : exit_done;
}

}  // namespace

Command status_command() {
  return {"status",
          "DIR [--watch]",
          "count the experiments done, missing, failed, damaged",
          "This command counts the experiments of the last 'hashlab run' in a results folder, and "
          "lists those that failed or are damaged. The exit status is 1 if there are any. DIR is a "
          "results folder, or a folder that contains several. If several processes share the work, "
          "you also get the host of each process, the number of "
          "experiments that it has done, the leases with which the processes claim experiments, "
          "and the remaining time.\n\n"
          "  hashlab status results/runs/quickstart\n"
          "  hashlab status results/runs/quickstart --watch",
          {{"watch", "", "keep updating the display until no experiment is missing"}},
          1,
          1,
          run_status};
}

}  // namespace hashlab::experiments
