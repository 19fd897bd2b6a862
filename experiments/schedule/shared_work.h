#pragma once

#include "experiments/schedule/run_register.h"
#include "experiments/schedule/work_source.h"
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

/// The number of cores of this host, including those that this process may not use.
std::size_t online_cores();

/// The work of a results folder that any number of runs share, on any hosts. As long as one of
/// these runs is active, the folder contains
///
///   shared/leases/BATCH.N      which run computes, or has computed, a batch (see LeaseFolder)
///   shared/runs/HOST-TOKEN.run the active runs (see RunRegister)
///
/// A batch (see Batch) is identified by the keys of its cells. Cells that had failed or were
/// damaged when a run began are tried once more, by one of the runs that found them so.
class SharedWork final : public WorkSource {
 public:
  struct Settings {
    std::size_t jobs = 1;
    bool keep_codes = false;
    double lease_seconds = 60;  ///< a lease that is not renewed for this time is taken over
    ProcessName process = this_process();
    std::size_t cores_of_host = online_cores();
    std::function<double()> clock = steady_seconds;
    std::function<bool()> stopped = {};  ///< true ends the wait of the constructor; may be empty
    /// Called for each batch that other runs have finished, with the number of its cells that were
    /// missing when this run began. One call at a time; may be empty.
    std::function<void(std::size_t)> on_finished_elsewhere = {};
    std::function<void(const std::string&)> on_note = {};  ///< a message for the user; may be empty
  };

  /// Registers this run. `cells` are all cells of the plan, and must outlive this object.
  /// Errors:  those of RunRegister, such as invalid_argument if an active run in the folder has
  ///          another plan (SharingRun::plan); Stopped if settings.stopped returned true.
  SharedWork(const ResultsFolder& folder, const std::vector<Cell>& cells, const Settings& settings);
  /// Gives back the leases that this run holds. The last run removes the folder shared/, because
  /// finished cells are known from their files.
  ~SharedWork() override;

  /// Sets the initial state of each cell. `steps` has one step for each cell, in the order of the
  /// cells. Call it before take().
  void begin(const std::vector<Step>& steps);

  std::optional<Work> take(std::optional<std::size_t> at,
                           const std::function<bool()>& stopped) override;
  bool holds(const Work& work) override;
  void made_context(const Work& work, double seconds) override;
  void finish(const Work& work) override;
  bool is_done() override;

  /// Selects the run that makes the tables. The call returns true in one of the runs, which must
  /// then make the tables and call finish_tables(). In the other runs it waits until the tables are
  /// made, and returns false. If the selected run ends before that, the call returns true in
  /// another run.
  /// Errors:  Stopped if `stopped` returned true.
  bool takes_tables(const std::function<bool()>& stopped);
  /// Reports that this run has made the tables.
  void finish_tables();

  /// Counts one more cell computed by this run; other hosts can see the number.
  void count(bool successfully);

 private:
  enum class State { open, held_elsewhere, left_to_others, ours, done };
  struct BatchState {
    std::string name;
    State state = State::open;
    std::size_t missing = 0;  // number of unfinished cells when this run began
    double begin = 0;         // time at which it was taken
    double context = 0;       // seconds for the data that its group shares
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
  /// True if this run alone would need more than three times as long for the open batches of the
  /// group as for the data that the group shares, such as the ground truth. Both times are
  /// estimated as means of the times that this run has measured. Also true if one of them has not
  /// been measured yet.
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
  std::mutex mutex_;                              // guards the members below
  std::vector<std::vector<BatchState>> batches_;  // by group
  // Seconds of this run: for the data that a group shares, and for a batch without these data.
  Mean contexts_, batches_seconds_;
  bool ends_ = false;
  std::condition_variable wake_;
  std::thread renewing_;
};

/// The folder of the leases in a results folder, see SharedWork.
std::string leases_folder(const ResultsFolder& folder);
/// The folder of the active runs in a results folder, see SharedWork.
std::string runs_folder(const ResultsFolder& folder);

}  // namespace hashlab::experiments
