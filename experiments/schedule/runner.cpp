#include "experiments/schedule/runner.h"

#include "experiments/choose/grid_scratch.h"
#include "experiments/evaluate/compute_cell.h"
#include "experiments/schedule/local_work.h"
#include "experiments/schedule/provenance.h"
#include "lib/blas.h"
#include "lib/parallel.h"
#include "lib/stopwatch.h"

#include <atomic>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace hashlab::experiments {
namespace {

/// The context that the cells of a group share while any worker is at the group.
struct SharedContext {
  std::mutex making;  // held while the context is made
  std::weak_ptr<const RunContext> context;
};

class SuiteRunner {
 public:
  SuiteRunner(const Study& study, WorkSource& source, const RunSettings& settings,
              const std::function<void(const CellReport&)>& report)
      : study_(study),
        source_(source),
        settings_(settings),
        report_(report),
        provenance_(provenance(*settings.kernel)),
        contexts_(source.groups().size()) {}

  RunSummary run() {
    reserve_blas_buffers(settings_.jobs);
    parallel(settings_.jobs, settings_.jobs, [this](std::size_t) { work(); });
    if (fatal_) std::rethrow_exception(fatal_);
    summary_.interrupted = stopped() && !source_.is_done();
    return summary_;
  }

 private:
  bool stopped() const { return settings_.stop != nullptr && settings_.stop->load(); }

  void work() {
    // This takes no lock, because the source calls it while it holds its own.
    const auto ended = [this] { return has_failed_.load() || stopped(); };
    std::optional<std::size_t> at;
    std::shared_ptr<const RunContext> context;  // of the current group
    while (!ended()) {
      try {
        const std::optional<Work> work = source_.take(at, ended);
        if (!work) return;
        if (at != work->group) context.reset();
        at = work->group;
        if (run_batch(*work, context)) source_.finish(*work);
      } catch (...) {  // a result could not be written, so all workers stop
        const std::lock_guard lock(mutex_);
        if (!fatal_) fatal_ = std::current_exception();
        has_failed_ = true;
      }
    }
  }

  std::shared_ptr<const RunContext> context_of(const Work& work) {
    SharedContext& shared = contexts_[work.group];
    const std::lock_guard lock(shared.making);
    if (auto known = shared.context.lock()) return known;
    const CellGroup& cells = source_.groups()[work.group];
    RunContext made = make_run_context(study_, cells.split, cells.run, settings_.reuse);
    made.training.checkpoints = settings_.checkpoints;
    const auto context = std::make_shared<const RunContext>(std::move(made));
    shared.context = context;
    source_.made_context(work, context->seconds);
    return context;
  }

  /// True if all cells are written. Leaves the group's context for the next batch.
  bool run_batch(const Work& work, std::shared_ptr<const RunContext>& context) {
    std::optional<Learner> learner;
    std::string failure;
    const Cell* at = nullptr;
    try {
      if (!context) context = context_of(work);
      learner.emplace(study_, *context,
                      Observer{[&](std::string_view what, std::size_t done, std::size_t total) {
                        if (stopped()) throw Stopped();
                        const std::lock_guard lock(mutex_);
                        if (settings_.learning) settings_.learning(*at, what, done, total);
                      }});
    } catch (const std::exception& error) {
      failure = error.what();
    }
    for (const Cell* cell : work.cells) {
      if (stopped() || !source_.holds(work)) return false;
      at = cell;
      std::optional<ComputedCell> record = empty_record(study_, *cell);
      record->failure = failure;
      if (failure.empty()) {
        try {
          record = compute(*context, *learner, *cell);
        } catch (const Stopped&) {
          return false;
        } catch (const std::exception& error) {
          record->failure = error.what();
        }
      }
      if (!record) return false;  // stopped
      record->provenance = provenance_;
      results::write_cell(path_of(*cell), *record, record->codes);
      remove_grid_scratch(grid_scratch_path(path_of(*cell)));
      const std::lock_guard lock(mutex_);
      ++(record->failure.empty() ? summary_.done : summary_.failed);
      report_({cell, record->failure});
    }
    return true;
  }

  std::string path_of(const Cell& cell) const {
    return (std::filesystem::path(settings_.folder) / cell.file).string();
  }

  /// None if the computation was stopped.
  std::optional<ComputedCell> compute(const RunContext& context, Learner& learner,
                                      const Cell& cell) {
    const CellInputs inputs{
        study_, context, learner, *settings_.kernel, settings_.keep_codes, settings_.max_values};
    if (!cell.method.chooses()) return evaluate(inputs, cell, {});
    const Grid* grid = cell.method.grid();
    const std::string scratch = grid_scratch_path(path_of(cell));
    // Points that take little time do not wait for the disk.
    const double seconds_between_writes = grid != nullptr ? 0.25 : 0;
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
      if (settings_.tried && grid != nullptr) {
        settings_.tried(cell, scores.size(), grid->points.size());
      }
      return !stop;
    };
    try {
      return evaluate(inputs, cell, {read_grid_scratch(scratch, cell.key), after_point});
    } catch (const Stopped&) {  // while a point was trained; the points before it are kept
      if (!latest.empty()) write_grid_scratch(scratch, cell.key, latest);
      return std::nullopt;
    }
  }

  const Study& study_;
  WorkSource& source_;
  const RunSettings& settings_;
  const std::function<void(const CellReport&)>& report_;
  const std::map<std::string, std::string> provenance_;
  std::vector<SharedContext> contexts_;  // one for each group
  std::atomic<bool> has_failed_ = false;
  std::mutex mutex_;  // guards the following members
  RunSummary summary_;
  std::exception_ptr fatal_;
};

}  // namespace

RunSummary run_cells(const Study& study, WorkSource& work, const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report) {
  return SuiteRunner(study, work, settings, report).run();
}

RunSummary run_cells(const Study& study, const std::vector<Cell>& cells,
                     const RunSettings& settings,
                     const std::function<void(const CellReport&)>& report) {
  LocalWork work(cells);
  return run_cells(study, work, settings, report);
}

}  // namespace hashlab::experiments
