#include "experiments/run/runner.h"

#include "experiments/run/batches.h"
#include "experiments/run/compute_cell.h"
#include "experiments/run/grid_scratch.h"
#include "experiments/run/provenance.h"
#include "lib/blas.h"
#include "lib/parallel.h"
#include "lib/stopwatch.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace hashlab {
namespace {

/// A group that workers take batches of.
struct Group {
  CellGroup cells;
  std::size_t next = 0;        // first batch nobody has taken
  std::size_t unfinished = 0;  // batches
  std::mutex making;           // held while the context is made
  std::shared_ptr<const RunContext> context;

  explicit Group(CellGroup group) : cells(std::move(group)), unfinished(cells.batches.size()) {}
};

std::vector<std::unique_ptr<Group>> groups_of(const std::vector<Cell>& cells) {
  std::vector<std::unique_ptr<Group>> groups;
  for (CellGroup& group : group_cells(cells)) {
    groups.push_back(std::make_unique<Group>(std::move(group)));
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
        groups_(groups_of(cells)) {}

  RunSummary run() {
    reserve_blas_buffers(settings_.jobs);
    parallel(settings_.jobs, settings_.jobs, [this](std::size_t) { work(); });
    if (fatal_) std::rethrow_exception(fatal_);
    summary_.interrupted = stopped() && summary_.done + summary_.failed < n_cells_;
    return summary_;
  }

 private:
  bool stopped() const { return settings_.stop != nullptr && settings_.stop->load(); }

  /// Of the groups, the first of the least class: the one at hand; one that nobody has begun, of
  /// the run at hand, then of a run that nobody is at, then of any; one that somebody has begun.
  std::pair<Group*, const Batch*> take(const Group* current) {
    const std::lock_guard lock(mutex_);
    if (fatal_ || stopped()) return {nullptr, nullptr};
    std::set<std::size_t> busy;  // runs
    for (const auto& g : groups_) {
      if (g->next > 0 && g->unfinished > 0) busy.insert(g->cells.run);
    }
    const auto distance = [&](const Group& g) {
      if (&g == current) return 0;
      if (g.next > 0) return 4;
      if (current != nullptr && g.cells.run == current->cells.run) return 1;
      return busy.contains(g.cells.run) ? 3 : 2;
    };
    Group* nearest = nullptr;
    for (const auto& g : groups_) {
      if (g->next == g->cells.batches.size()) continue;
      if (nearest == nullptr || distance(*g) < distance(*nearest)) nearest = g.get();
    }
    if (nearest == nullptr) return {nullptr, nullptr};
    return {nearest, &nearest->cells.batches[nearest->next++]};
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
    if (group.context) return group.context;
    RunContext made = make_run_context(study_, group.cells.split, group.cells.run, settings_.reuse);
    made.training.checkpoints = settings_.checkpoints;
    return group.context = std::make_shared<const RunContext>(std::move(made));
  }

  void run_batch(Group& group, const Batch& batch) {
    std::shared_ptr<const RunContext> context;
    std::optional<Learner> learner;
    std::string failure;
    const Cell* at = nullptr;
    try {
      context = context_of(group);
      learner.emplace(study_, *context,
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
          record = compute(*context, *learner, *cell);
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
  std::optional<CellRecord> compute(const RunContext& context, Learner& learner, const Cell& cell) {
    const CellInputs inputs{study_, context, learner, *settings_.kernel, settings_.keep_codes};
    const Grid* grid = cell.method.grid();
    if (grid == nullptr) return evaluate(inputs, cell, {});
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
      return evaluate(inputs, cell, {read_grid_scratch(scratch, cell.key), after_point});
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
