#include "experiments/schedule/folder_status.h"

#include "experiments/program/progress.h"
#include "experiments/schedule/run_register.h"
#include "experiments/schedule/shared_work.h"
#include "lib/files/lease_folder.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace hashlab::experiments {

FolderStatus::FolderStatus(const ResultsFolder& folder)
    : folder_(folder), manifest_(read_manifest(folder)) {
  for (const Cell& cell : manifest_.cells) steps_.push_back({cell, Step::State::missing, ""});
  look();
}

void FolderStatus::look() {
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

std::size_t FolderStatus::count(Step::State state) const {
  return static_cast<std::size_t>(std::count_if(
      steps_.begin(), steps_.end(), [&](const Step& step) { return step.state == state; }));
}

bool FolderStatus::is_bad() const {
  return count(Step::State::failed) + count(Step::State::damaged) > 0;
}

std::string FolderStatus::complaints() const {
  std::string text;
  for (const Step& step : steps_) {
    if (step.state != Step::State::failed && step.state != Step::State::damaged) continue;
    text += fmt::format("{}  {}\n", step.cell.file, step.reason);
  }
  return text;
}

std::string FolderStatus::counts() const {
  return fmt::format("{} on {}: {} cells, {} done, {} missing, {} failed, {} damaged\n",
                     manifest_.suite.name, manifest_.dataset.name, steps_.size(),
                     count(Step::State::done), count(Step::State::missing),
                     count(Step::State::failed), count(Step::State::damaged));
}

std::string FolderStatus::runs() const {
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
    text += fmt::format("; about {} left", duration_text(static_cast<double>(missing) / a_second));
  }
  return text + "\n";
}

}  // namespace hashlab::experiments
