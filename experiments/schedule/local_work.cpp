#include "experiments/schedule/local_work.h"

#include <algorithm>
#include <set>

namespace hashlab::experiments {

std::optional<std::size_t> nearest_group(const std::vector<GroupState>& groups,
                                         std::optional<std::size_t> at) {
  std::set<std::size_t> busy;  // runs
  for (const GroupState& g : groups) {
    if (g.is_begun && !g.is_done) busy.insert(g.run);
  }
  const auto distance = [&](std::size_t i) {
    const GroupState& g = groups[i];
    if (i == at) return 0;
    if (g.is_begun) return 4;
    if (at && g.run == groups[*at].run) return 1;
    return busy.contains(g.run) ? 3 : 2;
  };
  std::optional<std::size_t> nearest;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!groups[i].has_more) continue;
    if (!nearest || distance(i) < distance(*nearest)) nearest = i;
  }
  return nearest;
}

LocalWork::LocalWork(const std::vector<Cell>& cells) : WorkSource(group_cells(cells)) {
  for (const CellGroup& group : groups()) queues_.push_back({0, group.batches.size()});
}

std::optional<Work> LocalWork::take(std::optional<std::size_t> at,
                                    const std::function<bool()>& stopped) {
  const std::lock_guard lock(mutex_);
  if (stopped()) return std::nullopt;
  std::vector<GroupState> states;
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[i];
    states.push_back({groups()[i].run, queue.next > 0, queue.unfinished == 0,
                      queue.next < groups()[i].batches.size()});
  }
  const std::optional<std::size_t> group = nearest_group(states, at);
  if (!group) return std::nullopt;
  const std::size_t batch = queues_[*group].next++;
  return Work{*group, batch, groups()[*group].batches[batch]};
}

void LocalWork::finish(const Work& work) {
  const std::lock_guard lock(mutex_);
  --queues_[work.group].unfinished;
}

bool LocalWork::is_done() {
  const std::lock_guard lock(mutex_);
  return std::all_of(queues_.begin(), queues_.end(),
                     [](const Queue& queue) { return queue.unfinished == 0; });
}

}  // namespace hashlab::experiments
