#pragma once

#include "lib/files/lease_folder.h"
#include "lib/files/this_process.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// A run that shares the work of a results folder with others.
struct SharingRun {
  ProcessName process;
  std::string plan;  ///< identifies the cells that it computes and the version; equal for all runs
                     ///< that share
  std::size_t jobs = 0;
  std::size_t done = 0, failed = 0;  ///< cells, by this run
  double seconds = 0;                ///< since the start of the run
};

/// The runs that are active in a folder. Each has a file that it renews. Killed runs are
/// distinguished from active ones by whether their file changes; see LeaseFolder for why nothing
/// else is used.
class RunRegister {
 public:
  struct Settings {
    double seconds = 60;  ///< a run whose file has not been renewed for this time has ended
    std::function<double()> clock = steady_seconds;
    std::function<void()> wait;  ///< waits a fraction of a second; may throw to end the waiting
    /// Called with a description of the run that is waited for; may be empty.
    std::function<void(const std::string&)> on_waiting;
    /// Called for each run that has ended without removing its file.
    std::function<void(const ProcessName&)> on_ended;
  };

  /// Creates the folder and registers this run. Then checks the other runs: those with another plan
  /// are watched for up to `seconds`, until they are known to be active or to have ended.
  /// Errors:  invalid_argument if a run with another plan is active; io_error.
  RunRegister(std::string folder, SharingRun self, Settings settings);
  ~RunRegister();  ///< removes the registration
  RunRegister(const RunRegister&) = delete;
  RunRegister& operator=(const RunRegister&) = delete;

  /// Renews the registration; call it several times within `seconds`.
  void renew(std::size_t done, std::size_t failed);
  /// Removes the files of runs that have not renewed them for Settings::seconds. Call it
  /// repeatedly: the time counts from the first call that sees the file unchanged.
  void look_after_others();

 private:
  struct Seen {
    std::string text;
    double since = 0;
  };
  std::string file() const;
  void write();
  /// True if the file `path`, whose content is now `text`, has not changed for Settings::seconds
  /// since it was first seen.
  bool has_ended(const std::string& path, const std::string& text);
  void remove(const std::string& path, const ProcessName& process);
  void wait_for_others();

  const std::string folder_;
  const Settings settings_;
  const double begin_;
  SharingRun self_;
  std::size_t renewals_ = 0;
  std::map<std::string, Seen> seen_;
};

/// The runs that are registered in a folder; unreadable files are left out. Empty if the folder
/// does not exist.
std::vector<SharingRun> sharing_runs_in(const std::string& folder);

}  // namespace hashlab::experiments
