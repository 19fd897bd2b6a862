#include "experiments/schedule/run_folder.h"

#include "experiments/audit/plan_notes.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/evaluate/foreign_notes.h"
#include "experiments/gather/table_files.h"
#include "experiments/schedule/shared_work.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_lock.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/files/temporary_file.h"
#include "lib/h5/checkpoint_folder.h"
#include "lib/observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace hashlab::experiments {
namespace {

std::string text_of(const Cell& cell) {
  const std::string bits = cell.bits ? fmt::format("{}b ", *cell.bits) : "";
  const std::string way = cell.direction.empty() ? "" : cell.direction.text() + " ";
  return fmt::format("{} {}{}{} run {}", cell.method.name(), bits, way, cell.split, cell.run);
}

/// The parts of a run that must stay alive until the tables are written.
struct FolderAtWork {
  std::optional<ResultsLock> lock;
  std::vector<Cell> cells;
  std::optional<SharedWork> shared;
};

SharedWork::Settings sharing_of(const RunRequest& request, RunReports& reports) {
  return {
      .jobs = request.settings.jobs,
      .keep_codes = request.settings.keep_codes,
      .lease_seconds = request.lease_seconds,
      .stopped = [stop = request.settings.stop] { return stop->load(); },
      .on_finished_elsewhere = [&reports](std::size_t cells) { reports.advance_elsewhere(cells); },
      .on_note = [&reports](const std::string& note) { reports.note(note); }};
}

void note_lost_baseline(const Suite& suite, RunReports& reports) {
  if (suite.baseline.empty() || !own_baseline(suite).empty()) return;
  reports.note(
      fmt::format("note: {}: baseline '{}' is none of its methods, so tables will have no marks",
                  suite.name, suite.baseline));
}

/// The cells that are not done. Removes leftover grid scores of the cells that are done.
std::vector<Cell> missing_cells(const std::vector<Step>& steps, const ResultsFolder& folder,
                                RunReports& reports) {
  std::vector<Cell> missing;
  for (const Step& step : steps) {
    if (step.state == Step::State::done) {  // a process may have been killed before it removed them
      remove_grid_scratch(grid_scratch_path(folder.cell_path(step.cell)));
    } else {
      missing.push_back(step.cell);
    }
    if (step.state == Step::State::damaged) reports.note(fmt::format("again: {}", step.reason));
  }
  return missing;
}

void note_plan(const Study& study, const std::vector<Cell>& cells, bool shares,
               RunReports& reports) {
  note_lost_baseline(study.suite, reports);
  for (const std::string& note : foreign_codes_notes(cells)) reports.note("note: " + note);
  if (shares) return;  // else each of the runs would repeat the other notes
  for (const std::string& note : plan_notes(study, cells)) reports.note("note: " + note);
}

/// Locks and prepares the folder, and runs the missing cells.
RunSummary run_missing(Study& study, const ResultsFolder& folder, const RunRequest& request,
                       FolderAtWork& work, RunReports& reports) {
  const Dataset& dataset = study.dataset;
  const Suite& suite = study.suite;
  RunSettings settings = request.settings;
  work.cells = plan_cells(suite, facts_of(dataset));
  check_splits(study);
  work.lock.emplace(folder.path, suite.name,
                    request.shares ? ResultsLock::Use::shared : ResultsLock::Use::alone);
  // This comes before any change in the folder, which runs of another suite may be using.
  if (request.shares) work.shared.emplace(folder, work.cells, sharing_of(request, reports));
  write_manifest(folder, suite, facts_of(dataset), work.cells, sizes_in_effect(study));
  remove_leftovers(folder.cells());
  const std::vector<Step> steps = check_cells(work.cells, folder.cells(), settings.keep_codes);
  if (work.shared) work.shared->begin(steps);
  const std::vector<Cell> missing = missing_cells(steps, folder, reports);
  settings.folder = folder.cells();
  CheckpointFolder checkpoints(folder.checkpoints(), request.seconds_between_checkpoints);
  settings.checkpoints = &checkpoints;
  reports.note(fmt::format("{}: {} cells, {} done before, {} to run {}with {} job{}, kernel {}",
                           suite.name, work.cells.size(), work.cells.size() - missing.size(),
                           missing.size(), request.shares ? "by all runs that share them, " : "",
                           settings.jobs, settings.jobs == 1 ? "" : "s", settings.kernel->name));
  if (missing.empty()) {
    if (!request.shares) checkpoints.clear();
    return {};
  }
  note_plan(study, work.cells, request.shares, reports);
  reports.begin(missing.size());
  settings.tried = [&](const Cell& cell, std::size_t tried, std::size_t points) {
    reports.mention(fmt::format("{}: {} of {} settings tried", text_of(cell), tried, points));
  };
  settings.learning = [&](const Cell& cell, std::string_view what, std::size_t done,
                          std::size_t total) {
    reports.mention(fmt::format("{}: {}, {} of {}", text_of(cell), what, done, total));
  };
  const auto report = [&](const CellReport& cell) {
    reports.advance(text_of(*cell.cell), cell.failure);
    if (work.shared) work.shared->count(cell.failure.empty());
  };
  const RunSummary summary = work.shared ? run_cells(study, *work.shared, settings, report)
                                         : run_cells(study, missing, settings, report);
  reports.end();
  if (!request.shares && !summary.interrupted && summary.failed == 0) checkpoints.clear();
  return summary;
}

/// The number of cells that are not done, in all runs that share the folder.
std::size_t failed_cells(const std::vector<Cell>& cells, const ResultsFolder& folder) {
  const std::vector<Step> steps = check_cells(cells, folder.cells());
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const Step& step) {
    return step.state != Step::State::done;
  }));
}

/// Shows the tables, and writes them in every format to the folder.
void make_tables(const ResultsFolder& folder, RunReports& reports) {
  const std::vector<ResultsFolder> folders = by_direction(folder);
  std::vector<StudyTables> studies;
  for (const ResultsFolder& one : folders) studies.push_back(study_tables(one, {}));
  reports.show(format_studies(studies, results::TableFormat::text));
  remove_leftovers(folder.tables());
  make_writable_folder(folder.tables());
  write_files(all_tables(studies, folders, folder.tables()));
}

/// True if another of the runs that share the work has made the tables. Reports that.
bool has_tables_of_others(const ResultsFolder& folder, SharedWork& shared,
                          const std::atomic<bool>* stop, RunReports& reports) {
  if (shared.takes_tables([stop] { return stop->load(); })) return false;
  reports.note(
      fmt::format("all cells are done; another run has left the tables in {}", folder.tables()));
  return true;
}

/// Makes the tables after the cells. If runs share the work, summary.failed is set to the number of
/// failed cells of all of them.
ExitStatus finish_folder(const ResultsFolder& folder, const RunRequest& request, FolderAtWork& work,
                         RunSummary& summary, RunReports& reports) {
  if (work.shared) {
    if (has_tables_of_others(folder, *work.shared, request.settings.stop, reports)) {
      return summary.failed > 0 ? exit_failed : exit_done;
    }
    summary.failed = failed_cells(work.cells, folder);
    if (summary.failed == 0) CheckpointFolder(folder.checkpoints()).clear();
  }
  if (summary.failed < work.cells.size()) make_tables(folder, reports);
  if (work.shared) work.shared->finish_tables();
  if (summary.failed == 0) return exit_done;
  reports.note(fmt::format("error: {} cells failed; 'hashlab status {}' lists them", summary.failed,
                           folder.path));
  return exit_failed;
}

}  // namespace

ExitStatus run_folder(Study& study, const ResultsFolder& folder, const RunRequest& request,
                      RunReports& reports) {
  RunSummary summary;
  FolderAtWork work;
  try {
    summary = run_missing(study, folder, request, work, reports);
  } catch (const Stopped&) {  // before the first cell
    summary.interrupted = true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error || !std::filesystem::exists(folder.cells())) throw;
    reports.note(fmt::format("error: {}", error.what()));
    return exit_failed;
  }
  if (summary.interrupted) {
    reports.note(fmt::format("interrupted: {} cells done; the same command goes on from there",
                             summary.done));
    return exit_interrupted;
  }
  try {
    return finish_folder(folder, request, work, summary, reports);
  } catch (const Stopped&) {
    return exit_interrupted;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error) throw;
    reports.note(fmt::format("error: {}", error.what()));
    return exit_failed;
  }
}

}  // namespace hashlab::experiments
