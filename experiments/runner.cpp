#include "experiments/runner.h"

#include "experiments/evaluate.h"
#include "experiments/provenance.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <tuple>

namespace hashlab {
namespace {

/// The cells that share one learned projection, or one reference ranking.
struct Batch {
  std::size_t dims = 0;
  std::vector<const Cell*> cells;

  bool is_reference() const { return cells.front()->is_reference(); }
};

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

std::vector<std::unique_ptr<Group>> group_cells(const std::vector<Cell>& cells) {
  std::vector<std::unique_ptr<Group>> groups;
  std::map<std::pair<std::size_t, std::string>, Group*> group_of;
  std::map<std::tuple<const Group*, std::string, std::size_t>, std::size_t> batch_of;
  for (const Cell& cell : cells) {
    Group*& group = group_of[{cell.run, cell.split}];
    if (group == nullptr) {
      groups.push_back(std::make_unique<Group>());
      group = groups.back().get();
      group->split = cell.split;
      group->run = cell.run;
    }
    if (cell.is_reference()) {
      group->batches.push_back({0, {&cell}});
      continue;
    }
    const Hasher hasher = make_hasher(cell.hasher);
    const std::size_t dims = hasher.dimensions(cell.bits);
    const auto [entry, is_new] = batch_of.try_emplace(
        std::tuple{group, hasher.projection_recipe, dims}, group->batches.size());
    if (is_new) group->batches.push_back({dims, {}});
    group->batches[entry->second].cells.push_back(&cell);
  }
  for (const auto& group : groups) group->unfinished = group->batches.size();
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
        groups_(group_cells(cells)) {}

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
    ProjectedRun projected;
    std::string failure;
    try {
      context = context_of(group);
      if (!batch.is_reference()) {
        projected = project_run(study_, *context, make_hasher(batch.cells.front()->hasher),
                                batch.dims, group.run);
      }
    } catch (const std::exception& error) {
      failure = error.what();
    }
    for (const Cell* cell : batch.cells) {
      if (stopped()) return;
      CellRecord record = empty_record(study_, *cell);
      record.failure = failure;
      if (failure.empty()) {
        try {
          record = evaluate(*context, projected, *cell);
        } catch (const std::exception& error) {
          record.failure = error.what();
        }
      }
      record.provenance = provenance_;
      write_cell((std::filesystem::path(settings_.folder) / cell->file).string(), record);
      const std::lock_guard lock(mutex_);
      ++(record.failure.empty() ? summary_.done : summary_.failed);
      report_({cell, record.failure});
    }
  }

  CellRecord evaluate(const RunContext& context, const ProjectedRun& projected,
                      const Cell& cell) const {
    if (cell.is_reference()) return evaluate_reference(study_, context, cell);
    return evaluate_cell(study_, context, projected, make_hasher(cell.hasher), cell,
                         *settings_.kernel, settings_.keep_codes);
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
