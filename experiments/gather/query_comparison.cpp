#include "experiments/gather/query_comparison.h"

#include "experiments/program/progress.h"
#include "lib/error.h"
#include "lib/parallel.h"
#include "results/record/record.h"
#include "results/statistics/query_bootstrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>

namespace hashlab::experiments {
namespace {

using Pair = std::pair<results::Combination, results::Combination>;

/// The counts of cells. Each file is read once.
class Counts {
 public:
  using Paths = std::map<std::pair<results::Combination, std::size_t>, std::string>;

  explicit Counts(const Paths& paths) : paths_(paths) {}

  /// Null if the cell is missing or failed.
  const RankCounts* of(const results::Combination& combination, std::size_t run) {
    const auto path = paths_.find({combination, run});
    if (path == paths_.end()) return nullptr;
    const auto [entry, is_new] = read_.try_emplace({combination, run});
    if (is_new) {
      results::StoredCell record = results::read_cell(path->second, true);
      if (record.failure.empty()) entry->second = std::move(record.counts);
    }
    return entry->second ? &*entry->second : nullptr;
  }

 private:
  const Paths& paths_;
  std::map<std::pair<results::Combination, std::size_t>, std::optional<RankCounts>> read_;
};

/// Reports progress at most twenty times, and not at all if there are few steps.
class Steps {
 public:
  explicit Steps(std::size_t total) : total_(total) {
    if (total >= 40) progress_.emplace(most);
  }
  void done_one() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!progress_) return;
    for (; told_ < done_ * most / total_; ++told_) {
      progress_->advance(fmt::format("bootstrap: {} of {}", done_, total_), "");
    }
  }

 private:
  static constexpr std::size_t most = 20;
  std::size_t total_, done_ = 0, told_ = 0;
  std::optional<Progress> progress_;
  std::mutex mutex_;
};

}  // namespace

results::BeyondZero runs_beyond_zero(const ResultsFolder& folder, const Manifest& manifest,
                                     const Metric& metric, const std::vector<Pair>& comparisons,
                                     std::size_t resamples, std::size_t threads) {
  if (!metric.value) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("metric '{}' is not computed from the ranks of single queries, so that "
                            "there is nothing to bootstrap; leave out --bootstrap",
                            metric.name));
  }
  Counts::Paths paths;
  std::set<std::size_t> runs;
  for (const Cell& cell : manifest.cells) {
    const std::string path = folder.cell_path(cell);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    paths[{{cell.split, cell.method.name(), cell.bits}, cell.run}] = path;
    runs.insert(cell.run);
  }
  // Comparisons with the same second cell, such as a baseline, form one group.
  std::map<std::pair<results::Combination, std::size_t>, std::vector<const Pair*>> by_second;
  for (const Pair& pair : comparisons) {
    for (const std::size_t run : runs) by_second[{pair.second, run}].push_back(&pair);
  }
  using Group = std::pair<std::size_t, std::vector<const Pair*>>;
  std::vector<Group> groups;
  for (const auto& [key, pairs] : by_second) groups.emplace_back(key.second, pairs);

  results::BeyondZero beyond;
  for (const Pair& pair : comparisons) beyond[pair] = 0;
  Steps steps(groups.size());
  std::mutex mutex;
  parallel(threads, groups.size(), [&](std::size_t g) {
    Counts counts(paths);
    for (const Pair* pair : groups[g].second) {
      const RankCounts* a = counts.of(pair->first, groups[g].first);
      const RankCounts* b = counts.of(pair->second, groups[g].first);
      if (a == nullptr || b == nullptr) continue;
      const results::QueryBootstrap test = results::bootstrap_queries(metric, *a, *b, resamples);
      if (test.low <= 0 && test.high >= 0) continue;
      const std::lock_guard lock(mutex);
      ++beyond[*pair];
    }
    steps.done_one();
  });
  return beyond;
}

}  // namespace hashlab::experiments
