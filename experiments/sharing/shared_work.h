#pragma once

#include "experiments/run/work_source.h"
#include "experiments/sharing/run_register.h"
#include "experiments/suite/results_folder.h"
#include "lib/files/lease_folder.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace hashlab::experiments {

/// The cores of this host, whichever of them this process may use.
std::size_t online_cores();

/// The work of a results folder that any number of runs share, on any hosts. In it are, as long as
/// one of them is at work,
///
///   shared/leases/BATCH.N      who computes a batch, or has (see LeaseFolder)
///   shared/runs/HOST-TOKEN.run who is at work (see RunRegister)
///
/// A batch is known by the keys of its cells. What failed or is damaged before a run begins is
/// tried once more by one of the runs that found it so.
class SharedWork final : public WorkSource {
 public:
  struct Settings {
    std::size_t jobs = 1;
    bool keep_codes = false;
    double lease_seconds = 60;  ///< what is not renewed for so long is taken over
    ProcessName process = this_process();
    std::size_t cores_of_host = online_cores();
    std::function<double()> clock = steady_seconds;
    std::function<bool()> stopped = {};  ///< ends the waiting at the beginning; may be empty
    /// Told how many cells others have finished, one at a time; may be empty.
    std::function<void(std::size_t)> on_finished_elsewhere = {};
    std::function<void(const std::string&)> on_note = {};  ///< a line for people; may be empty
  };

  /// Makes sure that no run is at work on anything but these cells, all of the plan; they must
  /// outlive it.
  /// Errors:  those of RunRegister; Stopped.
  SharedWork(const ResultsFolder& folder, const std::vector<Cell>& cells, const Settings& settings);
  /// Gives back what it holds. The last run removes what the sharing needed: what is done is told
  /// by the cells.
  ~SharedWork() override;

  /// What has been found of each cell; before anything is taken.
  void begin(const std::vector<Step>& steps);

  std::optional<Work> take(std::optional<std::size_t> at,
                           const std::function<bool()>& stopped) override;
  bool holds(const Work& work) override;
  void made_context(const Work& work, double seconds) override;
  void finish(const Work& work) override;
  bool is_done() override;

  /// True for one of the runs that ask, the first, which makes the tables. The others wait until
  /// it has, or has ended without. Errors:  Stopped.
  bool takes_tables(const std::function<bool()>& stopped);
  void finish_tables();

  /// One more cell has been computed by this run, for the other hosts to see.
  void count(bool successfully);

 private:
  enum class State { open, held_elsewhere, left_to_others, ours, done };
  struct BatchState {
    std::string name;
    State state = State::open;
    std::size_t missing = 0;  // cells, when this run began
    double begin = 0;         // when it was taken
    double context = 0;       // seconds in which what its group shares was made
  };
  struct Mean {
    double sum = 0;
    std::size_t count = 0;

    void add(double seconds) {
      sum += seconds;
      ++count;
    }
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<GroupState> group_states() const;
  void look_at(std::size_t group);
  bool has_others_at_work(std::size_t group) const;
  /// Would whoever is at the group need much longer for the rest than we for what its batches
  /// share, such as the ground truth?
  bool is_worth_joining(std::size_t group) const;
  std::size_t open_batch(std::size_t group) const;
  Batch missing_cells(const Batch& batch) const;
  void remove_leftovers_of_run(const ProcessName& process) const;
  void keep_renewing();
  void set_done(BatchState& batch, bool elsewhere);

  const std::vector<Cell>& cells_;
  const ResultsFolder folder_;
  const Settings settings_;
  std::optional<RunRegister> register_;
  LeaseFolder leases_;
  std::atomic<std::size_t> done_ = 0, failed_ = 0;
  std::mutex mutex_;                              // guards what follows
  std::vector<std::vector<BatchState>> batches_;  // by group
  Mean contexts_, batches_seconds_;               // of our own; batches without contexts
  bool ends_ = false;
  std::condition_variable wake_;
  std::thread renewing_;
};

/// Where the files of sharing are in a results folder.
std::string leases_folder(const ResultsFolder& folder);
std::string runs_folder(const ResultsFolder& folder);

}  // namespace hashlab::experiments
