#pragma once

#include "experiments/run/batches.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace hashlab::experiments {

/// What a worker has taken: the cells of a batch that are to be computed.
struct Work {
  std::size_t group = 0;  ///< in WorkSource::groups()
  std::size_t batch = 0;  ///< of the group
  Batch cells;
};

/// Where the workers of a run get batches from, each of them once. For several threads.
class WorkSource {
 public:
  explicit WorkSource(std::vector<CellGroup> groups) : groups_(std::move(groups)) {}
  virtual ~WorkSource() = default;

  const std::vector<CellGroup>& groups() const { return groups_; }

  /// The batch nearest to the group that the worker is at, see nearest_group(). It may wait while
  /// others are at all that is left, as long as `stopped` says no. Nothing if there is no more.
  /// `stopped` may be asked under a lock of the source, so it must not wait for one.
  virtual std::optional<Work> take(std::optional<std::size_t> at,
                                   const std::function<bool()>& stopped) = 0;
  /// May the worker go on with it? Not if another is taken to have it instead.
  virtual bool holds(const Work& work) = 0;
  /// It took so long to make what the batches of its group share, for the first of them.
  virtual void made_context(const Work& work, double seconds) = 0;
  /// The worker has written all its cells.
  virtual void finish(const Work& work) = 0;
  /// Are all batches done, by whomever?
  virtual bool is_done() = 0;

 private:
  std::vector<CellGroup> groups_;
};

/// What is known of a group when a batch is looked for.
struct GroupState {
  std::size_t run = 0;
  bool is_begun = false, is_done = false;
  bool has_more = false;  ///< batches that nobody has
};

/// Of the groups that have more, the first of the least class: the one at hand; one that nobody has
/// begun, of the run at hand, then of a run that nobody is at, then of any; one that somebody has
/// begun. Nothing if none has more.
std::optional<std::size_t> nearest_group(const std::vector<GroupState>& groups,
                                         std::optional<std::size_t> at);

}  // namespace hashlab::experiments
