#include "experiments/runner.h"

#include "experiments/evaluate.h"
#include "experiments/grid_scratch.h"
#include "experiments/learner.h"
#include "experiments/provenance.h"
#include "experiments/select.h"
#include "lib/stopwatch.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>

namespace hashlab {
namespace {

/// The cells that share learned projections, or one reference ranking.
using Batch = std::vector<const Cell*>;

/// The batches of one split and run, and what they share.
struct Group {
  std::string split;
  std::size_t run = 0;
  std::vector<Batch> batches;
  std::size_t next = 0;  // first batch nobody has taken
  std::size_t unfinished = 0;
  std::mutex making;  // held while the context is made
  std::shared_ptr<const RunContext> context;
};

/// The learned projections that a method needs at a number of bits.
std::set<std::string> projection_keys(const Suite& suite, const std::string& method,
                                      std::size_t bits) {
  std::set<std::string> keys;
  const auto add = [&](const std::string& name) {
    const Hasher hasher = make_hasher(name);
    keys.insert(projection_key(hasher, hasher.dimensions(bits)));
  };
  const Grid* grid = find_grid(suite, method);
  if (grid == nullptr) add(method);
  for (std::size_t i = 0; grid != nullptr && i < grid->points.size(); ++i) {
    add(grid->points[i].hasher);
  }
  return keys;
}

/// Batches in the making: a cell that needs projections of several batches makes one of them.
class Batches {
 public:
  void add_alone(const Cell& cell) { batches_.push_back({&cell}); }

  void add(const Cell& cell, const std::set<std::string>& projections) {
    std::set<std::size_t> sharing;
    for (const std::string& key : projections) {
      if (batch_of_.contains(key)) sharing.insert(batch_of_.at(key));
    }
    if (sharing.empty()) {
      sharing.insert(batches_.size());
      batches_.emplace_back();
    }
    const std::size_t target = *sharing.begin();
    Batch& batch = batches_[target];
    for (const std::size_t other : sharing) {
      if (other == target) continue;
      batch.insert(batch.end(), batches_[other].begin(), batches_[other].end());
      batches_[other].clear();
    }
    for (auto& [key, at] : batch_of_) {
      if (sharing.contains(at)) at = target;
    }
    for (const std::string& key : projections) batch_of_[key] = target;
    batch.push_back(&cell);
  }

  std::vector<Batch> result() const {
    std::vector<Batch> all;
    for (const Batch& batch : batches_) {
      if (!batch.empty()) all.push_back(batch);
    }
    return all;
  }

 private:
  std::vector<Batch> batches_;
  std::map<std::string, std::size_t> batch_of_;
};

std::vector<std::unique_ptr<Group>> group_cells(const Suite& suite,
                                                const std::vector<Cell>& cells) {
  std::vector<std::unique_ptr<Group>> groups;
  std::map<std::pair<std::size_t, std::string>, std::size_t> group_of;
  std::vector<Batches> batches;
  std::map<std::pair<std::string, std::size_t>, std::set<std::string>> keys_of;
  for (const Cell& cell : cells) {
    const auto [entry, is_new] = group_of.try_emplace({cell.run, cell.split}, groups.size());
    if (is_new) {
      groups.push_back(std::make_unique<Group>());
      groups.back()->split = cell.split;
      groups.back()->run = cell.run;
      batches.emplace_back();
    }
    if (cell.is_reference()) {
      batches[entry->second].add_alone(cell);
      continue;
    }
    std::set<std::string>& keys = keys_of[{cell.hasher, cell.bits}];
    if (keys.empty()) keys = projection_keys(suite, cell.hasher, cell.bits);
    batches[entry->second].add(cell, keys);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    groups[g]->batches = batches[g].result();
    groups[g]->unfinished = groups[g]->batches.size();
  }
  return groups;
}

class Runner {
 public:
  Runner(const Study& study, const std::vector<Cell>& cells, const RunSettings& settings,
         const std::function<void(const CellReport&)>& report)
      : study_(study),
        settings_(settings),
        report_(report),
        n_cells_(cells.size()),
        provenance_(provenance(*settings.kernel)),
        groups_(group_cells(study.suite, cells)) {}

  RunSummary run() {
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < settings_.jobs; ++i) {
      workers.emplace_back([this] { work(); });
    }
    for (std::thread& worker : workers) worker.join();
    if (fatal_) std::rethrow_exception(fatal_);
    summary_.interrupted = stopped() && summary_.done + summary_.failed < n_cells_;
    return summary_;
  }

 private:
  bool stopped() const { return settings_.stop != nullptr && settings_.stop->load(); }

  /// Batches of the group at hand first, then of a group nobody has begun, then of any.
  std::pair<Group*, const Batch*> take(Group* current) {
    const std::lock_guard lock(mutex_);
    if (fatal_ || stopped()) return {nullptr, nullptr};
    const auto has_batch = [](const Group* g) {
      return g != nullptr && g->next < g->batches.size();
    };
    Group* group = has_batch(current) ? current : nullptr;
    for (const auto& g : groups_) {
      if (group == nullptr && g->next == 0 && has_batch(g.get())) group = g.get();
    }
    for (const auto& g : groups_) {
      if (group == nullptr && has_batch(g.get())) group = g.get();
    }
    if (group == nullptr) return {nullptr, nullptr};
    return {group, &group->batches[group->next++]};
  }

  void work() {
    Group* group = nullptr;
    const Batch* batch = nullptr;
    while (std::tie(group, batch) = take(group), batch != nullptr) {
      try {
        run_batch(*group, *batch);
      } catch (...) {  // a result could not be written: no use in going on
        const std::lock_guard lock(mutex_);
        if (!fatal_) fatal_ = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      if (--group->unfinished == 0) group->context.reset();
    }
  }

  std::shared_ptr<const RunContext> context_of(Group& group) {
    const std::lock_guard lock(group.making);
    if (!group.context) {
      group.context =
          std::make_shared<const RunContext>(make_run_context(study_, group.split, group.run));
    }
    return group.context;
  }

  void run_batch(Group& group, const Batch& batch) {
    std::shared_ptr<const RunContext> context;
    std::optional<Learner> learner;
    std::string failure;
    const Cell* at = nullptr;
    try {
      context = context_of(group);
      learner.emplace(study_, *context, group.run,
                      Observer{[&](std::string_view what, std::size_t done, std::size_t total) {
                        if (stopped()) throw Stopped();
                        const std::lock_guard lock(mutex_);
                        if (settings_.learning) settings_.learning(*at, what, done, total);
                      }});
    } catch (const std::exception& error) {
      failure = error.what();
    }
    for (const Cell* cell : batch) {
      if (stopped()) return;
      at = cell;
      std::optional<CellRecord> record = empty_record(study_, *cell);
      record->failure = failure;
      if (failure.empty()) {
        try {
          record = evaluate(*context, *learner, *cell);
        } catch (const Stopped&) {
          return;
        } catch (const std::exception& error) {
          record->failure = error.what();
        }
      }
      if (!record) return;  // stopped
      record->provenance = provenance_;
      write_cell(path_of(*cell), *record);
      remove_grid_scratch(grid_scratch_path(path_of(*cell)));
      const std::lock_guard lock(mutex_);
      ++(record->failure.empty() ? summary_.done : summary_.failed);
      report_({cell, record->failure});
    }
  }

  std::string path_of(const Cell& cell) const {
    return (std::filesystem::path(settings_.folder) / cell.file).string();
  }

  /// Nothing if it was stopped on the way.
  std::optional<CellRecord> evaluate(const RunContext& context, Learner& learner,
                                     const Cell& cell) {
    if (cell.is_reference()) return evaluate_reference(study_, context, cell);
    const Grid* grid = find_grid(study_.suite, cell.hasher);
    if (grid == nullptr) {
      return evaluate_cell(study_, context, learner, make_hasher(cell.hasher), cell,
                           *settings_.kernel, settings_.keep_codes);
    }
    const std::string scratch = grid_scratch_path(path_of(cell));
    constexpr double seconds_between_writes =
        0.25;  // so that quick points do not wait for the disk
    Stopwatch since_write;
    GridScores latest;
    const auto after_point = [&](const GridScores& scores) {
      latest = scores;
      const bool stop = stopped();
      if (stop || since_write.seconds() >= seconds_between_writes) {
        write_grid_scratch(scratch, cell.key, scores);
        since_write = Stopwatch();
      }
      const std::lock_guard lock(mutex_);
      if (settings_.tried) settings_.tried(cell, scores.size(), grid->points.size());
      return !stop;
    };
    try {
      return evaluate_tuned_cell(study_, context, learner, *grid, cell, *settings_.kernel,
                                 settings_.keep_codes, read_grid_scratch(scratch, cell.key),
                                 after_point);
    } catch (const Stopped&) {  // while a point was learned: those before it are kept
      if (!latest.empty()) write_grid_scratch(scratch, cell.key, latest);
      return std::nullopt;
    }
  }

  const Study& study_;
  const RunSettings& settings_;
  const std::function<void(const CellReport&)>& report_;
  const std::size_t n_cells_;
  const std::map<std::string, std::string> provenance_;
  const std::vector<std::unique_ptr<Group>> groups_;
  std::mutex mutex_;  // guards what follows, and the queues of the groups
  RunSummary summary_;
  std::exception_ptr fatal_;
};

}  // namespace

RunSummary run_cells(const Study& study, const std::vector<Cell>& cells,
                     const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report) {
  return Runner(study, cells, settings, report).run();
}

}  // namespace hashlab
