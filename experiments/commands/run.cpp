#include "experiments/audit/audit_output.h"
#include "experiments/audit/audit_results.h"
#include "experiments/choose/grid_scratch.h"
#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/gather/study_tables.h"
#include "experiments/program/launch.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/network_options.h"
#include "experiments/program/progress.h"
#include "experiments/program/restart_with_blas.h"
#include "experiments/program/run_memory.h"
#include "experiments/program/signals.h"
#include "experiments/run/foreign_notes.h"
#include "experiments/run/runner.h"
#include "experiments/sharing/shared_work.h"
#include "experiments/suite/balance.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/results_lock.h"
#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_members.h"
#include "hashers/networks/engine.h"
#include "lib/error.h"
#include "lib/files/checkpoint_folder.h"
#include "lib/files/files.h"
#include "lib/files/scratch_memory.h"
#include "lib/files/temporary_file.h"
#include "lib/hamming/dispatch.h"
#include "lib/observer.h"
#include "lib/reuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <optional>

namespace hashlab::experiments {
namespace {

std::string text_of(const Cell& cell) {
  const std::string bits = cell.bits ? fmt::format("{}b ", *cell.bits) : "";
  const std::string way = cell.direction.empty() ? "" : cell.direction.text() + " ";
  return fmt::format("{} {}{}{} run {}", cell.method.name(), bits, way, cell.split, cell.run);
}

/// Says what 'hashlab audit' would find in the first run of each split: leaks, and databases whose
/// classes make a difference of their own.
void hint_at_findings(const Study& study, const std::vector<Cell>& cells) {
  std::vector<Cell> first;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(first),
               [](const Cell& cell) { return cell.run == 1; });
  AuditOptions options;
  options.looks_near = false;
  const Audit audit = audit_plan(study, first, options);
  const std::string balance = balance_note(study.suite, facts_of(study.dataset));
  if (!balance.empty()) tell(fmt::format("note: {}\n", balance));
  for (const std::string& note : audit.composition) tell(fmt::format("note: {}\n", note));
  const std::string found = leaks_in_short(audit);
  if (found.empty()) return;
  tell(
      fmt::format("note: 'hashlab audit' finds {} in the first run of these splits, and says what "
                  "they are worth\n",
                  found));
}

/// What a run is asked to do, beside its suite.
struct RunRequest {
  RunSettings settings;
  double seconds_between_checkpoints = 0;
  bool shares = false;  ///< its work with other runs
  double lease_seconds = 60;
};

/// Tells how a run goes on; the runs that share its work tell from threads of theirs.
class RunProgress {
 public:
  explicit RunProgress(std::size_t missing) : progress_(missing) {}

  void mention(const std::string& what) {
    const std::lock_guard lock(mutex_);
    progress_.mention(what);
  }
  void advance(const std::string& what, const std::string& failure) {
    const std::lock_guard lock(mutex_);
    progress_.advance(what, failure);
  }
  void advance_by(std::size_t count) {
    const std::lock_guard lock(mutex_);
    progress_.advance_by(count, "by other runs");
  }

 private:
  std::mutex mutex_;
  Progress progress_;
};

/// A run in its folder: what has to last until the tables are written.
struct FolderAtWork {
  std::optional<ResultsLock> lock;
  std::vector<Cell> cells;
  std::optional<RunProgress> progress;
  std::optional<SharedWork> shared;
};

SharedWork::Settings sharing_of(const RunRequest& request, std::optional<RunProgress>& progress) {
  return {.jobs = request.settings.jobs,
          .keep_codes = request.settings.keep_codes,
          .lease_seconds = request.lease_seconds,
          .stopped = [stop = request.settings.stop] { return stop->load(); },
          .on_finished_elsewhere = [&progress](std::size_t cells) { progress->advance_by(cells); },
          .on_note = [](const std::string& note) { tell(note + "\n"); }};
}

void note_lost_baseline(const Suite& suite) {
  if (suite.baseline.empty() || !own_baseline(suite).empty()) return;
  tell(fmt::format("note: {}: baseline '{}' is none of its methods, so tables will have no marks\n",
                   suite.name, suite.baseline));
}

/// Locks and prepares the folder, runs what is missing, and says how it went.
RunSummary run_missing(Study& study, const ResultsFolder& folder, const RunRequest& request,
                       FolderAtWork& work) {
  const Dataset& dataset = study.dataset;
  const Suite& suite = study.suite;
  RunSettings settings = request.settings;
  work.cells = plan_cells(suite, facts_of(dataset));
  check_splits(study);
  work.lock.emplace(folder.path, suite.name,
                    request.shares ? ResultsLock::Use::shared : ResultsLock::Use::alone);
  // Before anything in the folder changes, for it may be in use by runs of another suite.
  if (request.shares) {
    work.shared.emplace(folder, work.cells, sharing_of(request, work.progress));
  }
  write_manifest(folder, suite, facts_of(dataset), work.cells, sizes_in_effect(study));
  remove_leftovers(folder.cells());
  const std::vector<Step> steps = check_cells(work.cells, folder.cells(), settings.keep_codes);
  if (work.shared) work.shared->begin(steps);
  std::vector<Cell> missing;
  for (const Step& step : steps) {
    if (step.state == Step::State::done) {  // killed before its scratch was removed
      remove_grid_scratch(grid_scratch_path(folder.cell_path(step.cell)));
    } else {
      missing.push_back(step.cell);
    }
    if (step.state == Step::State::damaged) tell(fmt::format("again: {}\n", step.reason));
  }
  settings.folder = folder.cells();
  CheckpointFolder checkpoints(folder.checkpoints(), request.seconds_between_checkpoints);
  settings.checkpoints = &checkpoints;
  tell(fmt::format("{}: {} cells, {} done before, {} to run {}with {} job{}, kernel {}\n",
                   suite.name, work.cells.size(), work.cells.size() - missing.size(),
                   missing.size(), request.shares ? "by all runs that share them, " : "",
                   settings.jobs, settings.jobs == 1 ? "" : "s", settings.kernel->name));
  if (missing.empty()) {
    if (!request.shares) checkpoints.clear();
    return {};
  }
  note_lost_baseline(suite);
  for (const std::string& note : foreign_codes_notes(work.cells)) {
    tell(fmt::format("note: {}\n", note));
  }
  if (!request.shares) hint_at_findings(study, work.cells);
  RunProgress& progress = work.progress.emplace(missing.size());
  settings.tried = [&](const Cell& cell, std::size_t tried, std::size_t points) {
    progress.mention(fmt::format("{}: {} of {} settings tried", text_of(cell), tried, points));
  };
  settings.learning = [&](const Cell& cell, std::string_view what, std::size_t done,
                          std::size_t total) {
    progress.mention(fmt::format("{}: {}, {} of {}", text_of(cell), what, done, total));
  };
  const auto report = [&](const CellReport& cell) {
    progress.advance(text_of(*cell.cell), cell.failure);
    if (work.shared) work.shared->count(cell.failure.empty());
  };
  const RunSummary summary = work.shared ? run_cells(study, *work.shared, settings, report)
                                         : run_cells(study, missing, settings, report);
  work.progress.reset();
  if (!request.shares && !summary.interrupted && summary.failed == 0) checkpoints.clear();
  return summary;
}

/// By whichever run.
std::size_t failed_cells(const std::vector<Cell>& cells, const ResultsFolder& folder) {
  const std::vector<Step> steps = check_cells(cells, folder.cells());
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const Step& step) {
    return step.state != Step::State::done;
  }));
}

/// Prints the tables and leaves them, in every format, in the folder.
void show_tables(const ResultsFolder& folder) {
  const std::vector<ResultsFolder> folders = by_direction(folder);
  std::vector<StudyTables> studies;
  for (const ResultsFolder& one : folders) studies.push_back(study_tables(one, {}));
  fmt::print("{}", format_studies(studies, results::TableFormat::text));
  remove_leftovers(folder.tables());
  make_writable_folder(folder.tables());
  write_files(all_tables(studies, folders, folder.tables()));
}

/// Where data sets go that do not fit into memory.
std::string scratch_folder(const Arguments& arguments, const ResultsFolder& results) {
  if (!arguments.has("scratch")) return folder_on_disk_of(results.path);
  const std::string given = arguments.get("scratch", "");
  if (std::filesystem::is_directory(given)) return given;
  throw Error(ErrorCode::not_found,
              fmt::format("{}: is no folder, which '--scratch' is to name", given));
}

/// Reads the data set of a suite, and says so if that takes scratch.
Dataset dataset_of(const Suite& suite, const std::string& data, const FeatureRoom& room) {
  Dataset dataset = read_dataset_of(suite, data, room);
  if (!dataset.storage) return dataset;
  tell(
      fmt::format("{}: its features, {} MiB, are more than half of --memory: read from scratch "
                  "in {}{}\n",
                  dataset.name, dataset.features.n_elem * sizeof(float) >> 20, room.folder,
                  is_in_memory(room.folder)
                      ? "; note: that is in memory itself, name another folder by --scratch"
                      : ""));
  return dataset;
}

/// Of the runs that share their work, has another made the tables? Then says so.
bool has_tables_of_others(const ResultsFolder& folder, SharedWork& shared,
                          const std::atomic<bool>* stop) {
  if (shared.takes_tables([stop] { return stop->load(); })) return false;
  tell(fmt::format("all cells are done; another run has left the tables in {}\n", folder.tables()));
  return true;
}

/// Runs one suite and prints its tables; says whether all went well.
ExitStatus run_suite(const Dataset& dataset, const Member& member, const RunRequest& request) {
  const ResultsFolder& folder = member.folder;
  Study study(dataset, member.suite);
  RunSummary summary;
  FolderAtWork work;
  try {
    summary = run_missing(study, folder, request, work);
  } catch (const Stopped&) {  // before it began
    summary.interrupted = true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error || !std::filesystem::exists(folder.cells())) throw;
    tell(fmt::format("error: {}\n", error.what()));
    return exit_failed;
  }
  if (summary.interrupted) {
    tell(fmt::format("interrupted: {} cells done; the same command goes on from there\n",
                     summary.done));
    return exit_interrupted;
  }
  try {
    if (work.shared) {
      if (has_tables_of_others(folder, *work.shared, request.settings.stop)) {
        return summary.failed > 0 ? exit_failed : exit_done;
      }
      summary.failed = failed_cells(work.cells, folder);
      if (summary.failed == 0) CheckpointFolder(folder.checkpoints()).clear();
    }
    if (summary.failed < work.cells.size()) show_tables(folder);
    if (work.shared) work.shared->finish_tables();
  } catch (const Stopped&) {
    return exit_interrupted;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::io_error) throw;
    tell(fmt::format("error: {}\n", error.what()));
    return exit_failed;
  }
  if (summary.failed > 0) {
    tell(fmt::format("error: {} cells failed; 'hashlab status {}' lists them\n", summary.failed,
                     folder.path));
    return exit_failed;
  }
  return exit_done;
}

RunRequest run_request(const Arguments& arguments) {
  RunRequest request;
  const Launch started = launch_of_process();
  request.shares = arguments.has("shared") || started.has_several();
  request.lease_seconds = static_cast<double>(arguments.count("lease", 60, 1, 86400));
  RunSettings& settings = request.settings;
  settings.jobs = arguments.count("jobs", default_threads(started), 1, 1024);
  settings.keep_codes = arguments.has("keep-codes");
  settings.kernel = &active_kernel();
  request.seconds_between_checkpoints = seconds_between_checkpoints(arguments);
  if (request.shares && !arguments.has("shared")) {
    tell(fmt::format("started by {}: shares its work with the runs of the same folder\n",
                     started.by));
  }
  return request;
}

/// Starts the program again if the suite asks for other kernels of BLAS than it was started with.
void use_blas_of(const std::vector<Member>& members) {
  const std::optional<BlasKernels> asked = members.front().suite.blas;
  for (const Member& member : members) {
    if (member.suite.blas == asked) continue;
    refuse(
        fmt::format("key 'blas' is not the same for all members of the suite: '{}' has another "
                    "than '{}'",
                    member.suite.name, members.front().suite.name));
  }
  if (asked) restart_with_blas(*asked);
}

int run_suite(const Arguments& arguments) {
  const std::vector<Member> members =
      read_suites(arguments.positional().front(), arguments.all("set"), arguments.get("out", ""));
  use_blas_of(members);
  RunRequest request = run_request(arguments);
  if (arguments.has("device")) hashers::use_network_device(arguments.get("device", ""));
  const std::size_t memory = parse_memory(arguments.get("memory", "4G")),
                    jobs = request.settings.jobs;
  const std::string data = data_folder(arguments.get("data", ""));
  // What is missing is said before hours of work.
  for (const Member& member : members) {
    find_dataset(member.suite.dataset, data);
    for (const Method& method : member.suite.methods) {
      for (const hashers::Hasher* hasher : method.candidates())
        hashers::require_engine(hasher->learner());
    }
  }
  ExitStatus status = exit_done;
  for (const Member& member : members) {
    const Dataset dataset = dataset_of(
        member.suite, data, feature_room(memory, scratch_folder(arguments, member.folder)));
    const RunMemory division = divide_memory(memory, dataset, jobs);
    if (division.jobs < jobs) {
      tell(fmt::format("note: --memory {} has room for {} of {} jobs\n",
                       memory_text(static_cast<double>(memory)), division.jobs, jobs));
    }
    request.settings.jobs = division.jobs;
    request.settings.most_values = division.values;
    std::optional<Reuse> reuse;
    if (!arguments.has("no-reuse")) reuse.emplace(division.reuse);
    request.settings.reuse = reuse ? &*reuse : nullptr;
    if (&member == &members.front()) request.settings.stop = &stop_on_signals();
    const Member fitted{fitted_suite(member.suite, dataset), member.folder};
    const ExitStatus outcome = run_suite(dataset, fitted, request);
    if (outcome == exit_interrupted) return outcome;
    if (outcome != exit_done) status = outcome;
    if (&member != &members.back()) fmt::print("\n");
  }
  return status;
}

}  // namespace

Command run_command() {
  return {
      "run",
      "SUITE.ini [options]",
      "run the missing experiments of an experiment file, print tables",
      "This command runs every experiment of an experiment file: each combination of hashing "
      "method, code length, split and run. It writes a result file for each experiment, prints the "
      "tables, and saves them in DIR/tables (see --out) as text, Markdown, CSV and LaTeX. Finished "
      "experiments are kept, so after an interruption the same command continues where it "
      "stopped.\n\n"
      "Scores do not depend on --jobs. If several experiments have a step of training in common, "
      "the step runs only once, and each experiment records the time of the step.\n\n"
      "  hashlab run experiments/suites/thesis-cifar10.ini --data ~/datasets\n"
      "  hashlab run experiments/suites/quickstart.ini --set bits=64 --set runs=3\n\n"
      "One experiment file can cover several data sets. For each of them it names a profile (a "
      "file datasets/NAME.ini with the settings of one data set) or another experiment file. The "
      "other settings in SUITE.ini apply to all data sets. Each data set has its own folder in "
      "--out.\n\n"
      "  datasets = cifar10 mnist   profiles, in one line\n"
      "  suite = FILE               experiment file, one line for each data set\n\n"
      "  hashlab run experiments/suites/splits-study.ini --data ~/datasets\n\n"
      "Several processes can share the work of one results folder, on any hosts that see the "
      "folder. Start each process with --shared, or start them together with mpirun, srun or a "
      "Slurm array (see 'hashlab submit'). Each process takes experiments that no other process "
      "has taken. If a process is killed, the others take over its unfinished experiments.\n\n"
      "  mpirun -n 8 hashlab run experiments/suites/quickstart.ini\n\n" +
          suite_help(),
      {{"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"},
       {"out", "DIR",
        "folder of results; NAME is the key 'name' of the experiment file [results/runs/NAME]"},
       {"jobs", "N", "number of workers, each with one BLAS thread [cores]"},
       {"shared", "",
        "share the experiments with other 'hashlab run' processes that have the same experiment "
        "file and results folder"},
       rare(
           {"lease", "SECONDS",
            "take over the unfinished experiments of a process that has not renewed its lease (its "
            "claim to the experiments) for this long [60]"}),
       {"set", "KEY=VALUE", "replace a setting of the experiment file", true},
       {"memory", "SIZE",
        "memory limit of the process, such as 512M or 4G; features that need more than half of it "
        "are read from disk [4G]"},
       rare({"scratch", "DIR",
             "folder for a temporary file with features that need more than half of --memory; the "
             "file disappears with the process [the disk of --out]"}),
       rare({"no-reuse", "", "train every model from scratch, for timing; results are identical"}),
       rare(checkpoint_option()),
       rare(device_option()),
       rare({"keep-codes", "", "store query and database codes in the result files"})},
      1,
      1,
      run_suite};
}

}  // namespace hashlab::experiments
