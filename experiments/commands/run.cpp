#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/program/launch.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/network_options.h"
#include "experiments/program/progress.h"
#include "experiments/program/restart_with_blas.h"
#include "experiments/program/run_memory.h"
#include "experiments/program/signals.h"
#include "experiments/schedule/run_folder.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_members.h"
#include "hashers/networks/engine.h"
#include "lib/error.h"
#include "lib/files/scratch_memory.h"
#include "lib/hamming/dispatch.h"
#include "lib/reuse.h"

#include <fmt/format.h>

#include <filesystem>
#include <mutex>
#include <optional>

namespace hashlab::experiments {
namespace {

/// Reports a run on standard error, and prints its tables to standard output. The lock is needed
/// because runs that share their work report from several threads.
class PrintedReports final : public RunReports {
 public:
  void note(const std::string& line) override { tell(line + "\n"); }
  void show(const std::string& tables) override { fmt::print("{}", tables); }
  void begin(std::size_t missing) override {
    const std::lock_guard lock(mutex_);
    progress_.emplace(missing);
  }
  void mention(const std::string& what) override {
    const std::lock_guard lock(mutex_);
    if (progress_) progress_->mention(what);
  }
  void advance(const std::string& what, const std::string& failure) override {
    const std::lock_guard lock(mutex_);
    if (progress_) progress_->advance(what, failure);
  }
  void advance_elsewhere(std::size_t cells) override {
    const std::lock_guard lock(mutex_);
    if (progress_) progress_->advance_by(cells, "by other runs");
  }
  void end() override {
    const std::lock_guard lock(mutex_);
    progress_.reset();
  }

 private:
  std::mutex mutex_;
  std::optional<Progress> progress_;
};

/// The folder for data sets that do not fit into memory.
std::string scratch_folder(const Arguments& arguments, const ResultsFolder& results) {
  if (!arguments.has("scratch")) return folder_on_disk_of(results.path);
  const std::string given = arguments.get("scratch", "");
  if (std::filesystem::is_directory(given)) return given;
  throw Error(ErrorCode::not_found,
              fmt::format("{}: is no folder, which '--scratch' is to name", given));
}

/// Reads the data set of a suite, and reports if its features are stored in the scratch folder.
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

/// Restarts the program if the suite needs other BLAS kernels than those in use.
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
  // Missing files and libraries are reported before hours of work.
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
    request.settings.max_values = division.values;
    std::optional<Reuse> reuse;
    if (!arguments.has("no-reuse")) reuse.emplace(division.reuse);
    request.settings.reuse = reuse ? &*reuse : nullptr;
    if (&member == &members.front()) request.settings.stop = &stop_on_signals();
    const Suite suite = fitted_suite(member.suite, dataset);
    Study study(dataset, suite);
    PrintedReports reports;
    const ExitStatus outcome = run_folder(study, member.folder, request, reports);
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
