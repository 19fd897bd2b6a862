#include "experiments/commands/commands.h"
#include "experiments/program/progress.h"
#include "experiments/sharing/run_register.h"
#include "experiments/sharing/shared_work.h"
#include "experiments/suite/results_folder.h"
#include "lib/files/lease_folder.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::experiments {
namespace {

/// The cells of one results folder, looked at again and again.
class FolderStatus {
 public:
  explicit FolderStatus(const ResultsFolder& folder)
      : folder_(folder), manifest_(read_manifest(folder)) {
    for (const Cell& cell : manifest_.cells) steps_.push_back({cell, Step::State::missing, ""});
    look();
  }

  /// What is done stays so.
  void look() {
    std::vector<Cell> open;
    for (const Step& step : steps_) {
      if (step.state != Step::State::done) open.push_back(step.cell);
    }
    auto next = steps_.begin();
    for (Step& found : check_cells(open, folder_.cells())) {
      next = std::find_if(next, steps_.end(),
                          [](const Step& step) { return step.state != Step::State::done; });
      *next++ = std::move(found);
    }
  }

  std::size_t count(Step::State state) const {
    return static_cast<std::size_t>(std::count_if(
        steps_.begin(), steps_.end(), [&](const Step& step) { return step.state == state; }));
  }
  bool is_bad() const { return count(Step::State::failed) + count(Step::State::damaged) > 0; }

  /// A line for each cell that failed or is damaged.
  std::string complaints() const {
    std::string text;
    for (const Step& step : steps_) {
      if (step.state != Step::State::failed && step.state != Step::State::damaged) continue;
      text += fmt::format("{}  {}\n", step.cell.file, step.reason);
    }
    return text;
  }

  std::string counts() const {
    return fmt::format("{} on {}: {} cells, {} done, {} missing, {} failed, {} damaged\n",
                       manifest_.suite.name, manifest_.dataset.name, steps_.size(),
                       count(Step::State::done), count(Step::State::missing),
                       count(Step::State::failed), count(Step::State::damaged));
  }

  /// Who is at work, if runs share the cells: hosts, rates, leases, and how long it will take.
  std::string runs() const {
    const std::vector<SharingRun> runs = sharing_runs_in(runs_folder(folder_));
    if (runs.empty()) return "";
    std::size_t width = 4;
    for (const SharingRun& run : runs) width = std::max(width, run.process.host.size());
    std::string text = fmt::format("  {:<{}}  {:>9}  {:>5}  {:>6}  {:>6}  {:>9}\n", "host", width,
                                   "process", "jobs", "cells", "failed", "a minute");
    double a_second = 0;
    for (const SharingRun& run : runs) {
      const auto cells = static_cast<double>(run.done + run.failed);
      const double rate = run.seconds > 0 ? cells / run.seconds : 0;
      a_second += rate;
      text += fmt::format("  {:<{}}  {:>9}  {:>5}  {:>6}  {:>6}  {:>9.1f}\n",
                          visible_text(run.process.host), width, run.process.number, run.jobs,
                          run.done, run.failed, 60 * rate);
    }
    std::map<std::string, std::size_t> leases;
    for (const Lease& lease : leases_in(leases_folder(folder_))) {
      ++leases[lease.state.empty() ? "unreadable" : lease.state];
    }
    text += leases.empty() ? "  no leases yet" : "  leases:";
    for (const auto& [state, number] : leases) {
      text += fmt::format(" {} {}{}", number, visible_text(state),
                          state == leases.rbegin()->first ? "" : ",");
    }
    const std::size_t missing = count(Step::State::missing);
    if (missing > 0 && a_second > 0) {
      text +=
          fmt::format("; about {} left", duration_text(static_cast<double>(missing) / a_second));
    }
    return text + "\n";
  }

 private:
  ResultsFolder folder_;
  Manifest manifest_;
  std::vector<Step> steps_;
};

std::vector<FolderStatus> all_status(const std::string& path) {
  std::vector<FolderStatus> all;
  for (const ResultsFolder& folder : results_folders(path)) all.emplace_back(folder);
  return all;
}

/// Shows counts and runs until no cell is missing: on a terminal in place, else where they change.
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
