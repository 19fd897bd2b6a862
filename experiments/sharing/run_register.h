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
  std::string plan;  ///< what it computes: the same of all that share
  std::size_t jobs = 0;
  std::size_t done = 0, failed = 0;  ///< cells, by this run
  double seconds = 0;                ///< since it began
};

/// The runs that are at work in a folder, each told by a file that it renews. A run that was killed
/// is told from one that works by watching: see LeaseFolder for why nothing else is asked.
class RunRegister {
 public:
  struct Settings {
    double seconds = 60;  ///< a run that has not renewed its file for so long has ended
    std::function<double()> clock = steady_seconds;
    std::function<void()> wait;  ///< for some part of a second; may throw to end the waiting
    /// Told what is waited for; may be empty.
    std::function<void(const std::string&)> on_waiting;
    /// Told of each run that is found to have ended without saying so.
    std::function<void(const ProcessName&)> on_ended;
  };

  /// Makes the folder and says that this run is at work. Then looks at the others: those that
  /// compute something else are watched, up to `seconds`, until they are known to work or to have
  /// ended.
  /// Errors:  invalid_argument if a run is at work on another plan; io_error.
  RunRegister(std::string folder, SharingRun self, Settings settings);
  ~RunRegister();  ///< it has ended
  RunRegister(const RunRegister&) = delete;
  RunRegister& operator=(const RunRegister&) = delete;

  /// To be called several times within `seconds`.
  void renew(std::size_t done, std::size_t failed);
  /// Removes the files of runs that have not renewed theirs for `seconds` of such calls.
  void look_after_others();

 private:
  struct Seen {
    std::string text;
    double since = 0;
  };
  std::string file() const;
  void write();
  /// Has the run of a file ended, as far as it has been watched?
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

/// What the files in a folder say; those that cannot be read are left out. None if there is no such
/// folder.
std::vector<SharingRun> sharing_runs_in(const std::string& folder);

}  // namespace hashlab::experiments
