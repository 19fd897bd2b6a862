#pragma once

#include "experiments/schedule/work_source.h"

#include <mutex>
#include <vector>

namespace hashlab::experiments {

/// The batches of a run that computes all of the given cells alone, without sharing them with other
/// runs.
class LocalWork final : public WorkSource {
 public:
  /// The cells must outlive it.
  explicit LocalWork(const std::vector<Cell>& cells);

  std::optional<Work> take(std::optional<std::size_t> at,
                           const std::function<bool()>& stopped) override;
  bool holds(const Work&) override { return true; }
  void made_context(const Work&, double) override {}
  void finish(const Work& work) override;
  bool is_done() override;

 private:
  struct Queue {
    std::size_t next = 0;        // the first batch that is not yet taken
    std::size_t unfinished = 0;  // batches
  };
  std::mutex mutex_;
  std::vector<Queue> queues_;  // one per group
};

}  // namespace hashlab::experiments
