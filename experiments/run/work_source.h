#pragma once

#include "experiments/run/batches.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// The work that a worker has taken: the cells of a batch that are to be computed.
struct Work {
  std::size_t group = 0;  ///< index in WorkSource::groups()
  std::size_t batch = 0;  ///< index in CellGroup::batches
  Batch cells;
};

/// The source from which the workers of a run get batches, each once. For several threads.
class WorkSource {
 public:
  explicit WorkSource(std::vector<CellGroup> groups) : groups_(std::move(groups)) {}
  virtual ~WorkSource() = default;

  const std::vector<CellGroup>& groups() const { return groups_; }

  /// The next batch for a worker. `at` is the group of its last batch, none at the beginning; the
  /// next group is that of nearest_group(). The call may wait while others work on all remaining
  /// batches, as long as `stopped` returns false. None if there are no more batches. `stopped` may
  /// be called while the source holds a lock, so it must not wait for one.
  virtual std::optional<Work> take(std::optional<std::size_t> at,
                                   const std::function<bool()>& stopped) = 0;
  /// True if the worker may continue with `work`; false if another worker is assumed to have taken
  /// it over.
  virtual bool holds(const Work& work) = 0;
  /// Reports the seconds that the context of the group (RunContext) took to compute, which its
  /// batches share. Called for the batch whose worker computed it.
  virtual void made_context(const Work& work, double seconds) = 0;
  /// Reports that the worker has written all cells of `work`.
  virtual void finish(const Work& work) = 0;
  /// True if all batches are done, by any run.
  virtual bool is_done() = 0;

 private:
  std::vector<CellGroup> groups_;
};

/// The state of a group when the next batch is chosen.
struct GroupState {
  std::size_t run = 0;
  bool is_begun = false, is_done = false;
  bool has_more = false;  ///< there are batches that are not taken
};

/// The next group among those with more batches, in this order of preference: the current group; a
/// group that nobody has begun, of the current run, then of a run without workers, then of any run;
/// a group that another worker has begun. Within a class the first group is taken. None if no group
/// has more.
std::optional<std::size_t> nearest_group(const std::vector<GroupState>& groups,
                                         std::optional<std::size_t> at);

}  // namespace hashlab::experiments
