#include "experiments/commands/commands.h"
#include "experiments/commands/fitted_suite.h"
#include "experiments/commands/submit/slurm.h"
#include "experiments/commands/submit/slurm_scripts.h"
#include "experiments/commands/submit/slurm_settings.h"
#include "experiments/program/memory_cap.h"
#include "experiments/program/run_memory.h"
#include "experiments/schedule/batches.h"
#include "experiments/suite/data_folder.h"
#include "experiments/suite/suite_members.h"
#include "hashers/networks/engine.h"
#include "lib/error.h"
#include "lib/files/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& path) {
  return fs::absolute(path).lexically_normal().string();
}

/// The numbers of cells and batches that a suite still needs.
struct Missing {
  std::size_t cells = 0;
  std::size_t batches = 0;
};

Missing missing_of(const Member& member, const std::string& data, bool want_codes,
                   std::size_t memory) {
  const FeatureRoom room = feature_room(memory, folder_on_disk_of(member.folder.path));
  const Dataset dataset = read_dataset_of(member.suite, data, room);
  std::vector<Cell> cells;
  const Suite suite = fitted_suite(member.suite, dataset);
  for (const Step& step :
       check_cells(plan_cells(suite, facts_of(dataset)), member.folder.cells(), want_codes)) {
    if (step.state != Step::State::done) cells.push_back(step.cell);
  }
  Missing missing{cells.size()};
  for (const CellGroup& group : group_cells(cells)) missing.batches += group.batches.size();
  return missing;
}

/// The settings of the site file. Those of the command line take precedence.
SlurmSettings slurm_settings_of(const Arguments& arguments) {
  const std::string file = arguments.get("site", default_site_file());
  SlurmSettings settings = file.empty() ? SlurmSettings() : read_slurm_settings(file);
  for (const char* key : {"partition", "account", "time", "nodes", "cpus"}) {
    if (!arguments.has(key)) continue;
    set_slurm_setting(settings, key, arguments.get(key, ""), fmt::format("--{}", key));
  }
  for (const std::string& option : arguments.all("option")) {
    set_slurm_setting(settings, "option", option, "--option");
  }
  return settings;
}

/// The arguments of each run: the ones of this command, with absolute paths.
std::vector<std::string> run_arguments(const Arguments& arguments, const std::string& data,
                                       const std::string& out) {
  std::vector<std::string> words = {
      "run", absolute(arguments.positional().front()), "--shared", "--data", data, "--out", out};
  for (const char* option : {"memory", "scratch", "lease", "jobs"}) {
    if (!arguments.has(option)) continue;
    words.insert(words.end(), {fmt::format("--{}", option), arguments.get(option, "")});
  }
  for (const char* option : {"no-reuse", "keep-codes"}) {
    if (arguments.has(option)) words.push_back(fmt::format("--{}", option));
  }
  for (const std::string& setting : arguments.all("set")) {
    words.insert(words.end(), {"--set", setting});
  }
  return words;
}

/// The absolute path of the folder with all results: --out, else results/runs/NAME, where NAME is
/// that of the suite, or of the experiment file that names the members.
std::string out_folder(const Arguments& arguments, const std::vector<Member>& members) {
  if (arguments.has("out")) return absolute(arguments.get("out", ""));
  const fs::path first = members.front().folder.path;
  const bool alone = first.parent_path() == "results/runs";
  return absolute((alone ? first : first.parent_path()).string());
}

/// Checks options that the runs would otherwise refuse only after waiting in the queue.
void check_run_options(const Arguments& arguments) {
  arguments.count("lease", 60, 1, 86400);
  arguments.count("jobs", 1, 1, 1024);
}

int run_submit(const Arguments& arguments) {
  if (!arguments.has("slurm")) {
    refuse(
        "name the scheduler by '--slurm'; without Slurm, 'mpirun -n N hashlab run SUITE.ini' "
        "shares "
        "the work in the same way");
  }
  check_run_options(arguments);
  const std::size_t memory = parse_memory(arguments.get("memory", "4G"));
  SlurmJobs jobs;
  jobs.settings = slurm_settings_of(arguments);
  const std::vector<Member> members =
      read_suites(arguments.positional().front(), arguments.all("set"), arguments.get("out", ""));
  const std::string data = absolute(data_folder(arguments.get("data", "")));
  Missing missing;
  for (const Member& member : members) {
    for (const Method& method : member.suite.methods) {
      for (const hashers::Hasher* hasher : method.candidates())
        hashers::require_engine(hasher->learner());
    }
    const Missing its = missing_of(member, data, arguments.has("keep-codes"), memory);
    missing.cells += its.cells;
    missing.batches += its.batches;
    jobs.results.push_back(absolute(member.folder.path));
  }
  jobs.out = out_folder(arguments, members);
  if (missing.cells == 0) {
    fmt::print("all cells in {} are done: nothing was submitted\n", jobs.out);
    return exit_done;
  }
  jobs.name = fs::path(jobs.out).filename().string();
  jobs.folder = jobs.out + "/slurm";
  if (!can_be_named(jobs.folder)) {
    refuse(
        fmt::format("{}: has characters in its name that Slurm cannot be told: name another "
                    "folder by --out",
                    jobs.out));
  }
  jobs.program = fs::read_symlink("/proc/self/exe").string();
  jobs.run = run_arguments(arguments, data, jobs.out);
  jobs.tasks = std::min(jobs.settings.nodes, missing.batches);
  const std::string job_file = jobs.folder + "/job";
  std::error_code ignored;
  const std::string before = fs::exists(job_file, ignored) ? read_file(job_file) : "";
  if (const std::string job = before.substr(0, before.find('\n'));
      !arguments.has("more") && slurm_has(job)) {
    refuse(
        fmt::format("{}: job {} is at work on it, or waits to be: '--more' adds to it, "
                    "'scancel {}' ends it",
                    jobs.out, job, job));
  }
  make_writable_folder(jobs.folder);
  const std::string run = jobs.folder + "/run.sh", tables = jobs.folder + "/tables.sh";
  rewrite_file(run, run_script(jobs));
  rewrite_file(tables, tables_script(jobs));
  if (arguments.has("dry-run")) {
    fmt::print("{} and {} are written; nothing was submitted\n", run, tables);
    return exit_done;
  }
  const std::string job = submit_to_slurm(run);
  rewrite_file(job_file, job + "\n");
  const std::string last = submit_to_slurm(tables, job);
  fmt::print(
      "{} cells to run by job {}, an array of {} task{}; then job {} makes tables and "
      "report\n'hashlab status {} --watch' shows how it goes on; the logs are in {}\n",
      missing.cells, job, jobs.tasks, jobs.tasks == 1 ? "" : "s", last, jobs.out, jobs.folder);
  return exit_done;
}

}  // namespace

Command submit_command() {
  return {
      "submit",
      "SUITE.ini --slurm [options]",
      "run an experiment file on a Slurm cluster",
      "This command submits a job array to Slurm. Each task of the array runs 'hashlab run' and "
      "shares the experiments with the other tasks through the results folder, which all nodes "
      "must see. If a node fails, other tasks take over its unfinished experiments. A last job "
      "makes the tables and the report. If the time limit ends the tasks early, use the same "
      "command again to submit the rest.\n\n"
      "  hashlab submit experiments/suites/thesis-cifar10.ini --slurm --nodes 8 \\\n"
      "      --time 4:00:00\n"
      "  hashlab submit experiments/suites/splits-study.ini --slurm --dry-run\n\n"
      "Keep the settings that your site always needs in a file of lines 'key = value' (see "
      "--site). They are the defaults that the options below call 'the site's'. The keys are "
      "partition, account, time, nodes, cpus, option (any other option of sbatch) and setup (a "
      "shell line that runs before the program); the last two may be repeated:\n\n"
      "  partition = short\n"
      "  option = --qos=normal\n"
      "  setup = module load openblas\n\n"
      "Without Slurm, share the work with mpirun:\n\n"
      "  mpirun -n 8 hashlab run SUITE.ini",
      {needed({"slurm", "", "submit to Slurm"}),
       {"nodes", "N",
        "number of tasks in the array, each on one node; fewer if there is less work [the site's, "
        "else 4]"},
       {"cpus", "N", "number of processors per task [the site's, else a whole node per task]"},
       {"time", "LIMIT",
        "time limit of a task in sbatch's format, such as 4:00:00 [the site's, else Slurm's]"},
       {"partition", "NAME", "partition of the cluster [the site's, else Slurm's]"},
       rare({"account", "NAME", "account that is charged [the site's, else Slurm's]"}),
       rare({"option", "--NAME=VALUE", "any other option of sbatch, added to the site's", true}),
       rare({"site", "FILE",
             "file of the site's settings [$HASHLAB_SITE, else ~/.config/hashlab/site.ini]"}),
       {"dry-run", "", "write the scripts but submit nothing"},
       rare({"more", "", "submit even if a job for this folder is still queued or running"}),
       {"data", "DIR", "folder of data sets [$HASHLAB_DATA, else data]"},
       {"out", "DIR",
        "folder of results; NAME is the key 'name' of the experiment file [results/runs/NAME]"},
       {"set", "KEY=VALUE", "replace a setting of the experiment file", true},
       {"jobs", "N", "number of workers in each task [the processors of the task]"},
       {"memory", "SIZE", "as for 'hashlab run' [4G]"},
       rare({"scratch", "DIR",
             "as for 'hashlab run'; a folder that exists on each node [the disk "
             "of --out]"}),
       rare({"lease", "SECONDS", "as for 'hashlab run' [60]"}),
       rare({"no-reuse", "", "as for 'hashlab run'"}),
       rare({"keep-codes", "", "as for 'hashlab run'"})},
      1,
      1,
      run_submit};
}

}  // namespace hashlab::experiments
