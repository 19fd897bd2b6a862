#pragma once

#include "experiments/schedule/batches.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// A batch that a worker has taken: the cells of it that the worker has to compute.
struct Work {
  std::size_t group = 0;  ///< index in WorkSource::groups()
  std::size_t batch = 0;  ///< index in CellGroup::batches
  Batch cells;
};

/// The source from which the workers of a run get batches. It never gives a batch to two workers at
/// a time. Several threads may use it at the same time.
class WorkSource {
 public:
  explicit WorkSource(std::vector<CellGroup> groups) : groups_(std::move(groups)) {}
  virtual ~WorkSource() = default;

  const std::vector<CellGroup>& groups() const { return groups_; }

  /// The next batch for a worker. `at` is the group of the worker's last batch, none at the
  /// beginning; nearest_group() selects the group of the next batch. None if there are no more
  /// batches, or if `stopped` returns true. If other runs compute all remaining batches, the call
  /// waits, because a batch becomes available if its run ends early. The source may call `stopped`
  /// while it holds a lock, so `stopped` must not wait for a lock.
  virtual std::optional<Work> take(std::optional<std::size_t> at,
                                   const std::function<bool()>& stopped) = 0;
  /// True if the worker may continue with `work`; false if another run may have taken it over.
  virtual bool holds(const Work& work) = 0;
  /// Reports how many seconds it took to compute the context (RunContext) that all batches of the
  /// group share. Called for the batch whose worker computed the context.
  virtual void made_context(const Work& work, double seconds) = 0;
  /// Reports that the worker has written all cells of `work`.
  virtual void finish(const Work& work) = 0;
  /// True if all batches are done, by this run or by others that share them.
  virtual bool is_done() = 0;

 private:
  std::vector<CellGroup> groups_;
};

/// The state of a group, by which nearest_group() chooses.
struct GroupState {
  std::size_t run = 0;
  bool is_begun = false, is_done = false;
  bool has_more = false;  ///< there are batches that no worker has taken
};

/// The index of the group from which a worker takes its next batch; `at` is its current group. Only
/// groups with batches that no worker has taken are eligible, in this order of preference:
///   1. the current group;
///   2. a group of the current run that no worker has begun;
///   3. a group that no worker has begun, of a run in which no group is both begun and unfinished;
///   4. any other group that no worker has begun;
///   5. a group that another worker has begun.
/// The first of several equally preferred groups is taken. None if no group is eligible.
std::optional<std::size_t> nearest_group(const std::vector<GroupState>& groups,
                                         std::optional<std::size_t> at);

}  // namespace hashlab::experiments
