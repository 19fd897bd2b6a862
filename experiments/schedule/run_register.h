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
  std::string plan;  ///< identifies the cells of the run, whether their codes are stored, and the
                     ///< version of hashlab; equal for all runs that share
  std::size_t jobs = 0;
  std::size_t done = 0, failed = 0;  ///< cells, by this run
  double seconds = 0;                ///< since the start of the run
};

/// The runs that are active in a folder. Each has a file that it renews. A run whose file no longer
/// changes is taken to have ended, for example because it was killed. LeaseFolder explains why
/// neither time stamps nor process numbers are used for this.
class RunRegister {
 public:
  struct Settings {
    double seconds = 60;  ///< a run whose file has not changed for this time is taken to have ended
    std::function<double()> clock = steady_seconds;
    std::function<void()> wait;  ///< waits a fraction of a second; may throw to end the waiting
    /// Called with a message for the user about the run that is waited for; may be empty.
    std::function<void(const std::string&)> on_waiting;
    /// Called for each other run that is found to have ended; must not be empty. The name has an
    /// empty token if the run's file could not be read.
    std::function<void(const ProcessName&)> on_ended;
  };

  /// Creates the folder and registers this run. Then watches each run with another plan for up to
  /// `seconds`, until it is known to be active or to have ended.
  /// Errors:  invalid_argument if a run with another plan is active; io_error; those of
  ///          Settings::wait.
  RunRegister(std::string folder, SharingRun self, Settings settings);
  ~RunRegister();  ///< removes the registration
  RunRegister(const RunRegister&) = delete;
  RunRegister& operator=(const RunRegister&) = delete;

  /// Renews the registration; call it several times within `seconds`.
  void renew(std::size_t done, std::size_t failed);
  /// Removes the files of runs that have not renewed them for Settings::seconds. Call it
  /// repeatedly: the time counts from the first call that sees the current content of the file.
  void look_after_others();

 private:
  struct Seen {
    std::string text;
    double since = 0;
  };
  std::string file() const;
  void write();
  /// True if at least Settings::seconds have passed since this function was first called with this
  /// content, `text`, of the file `path`.
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
