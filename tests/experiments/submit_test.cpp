#include "experiments/commands/submit/slurm_scripts.h"
#include "experiments/commands/submit/slurm_settings.h"
#include "lib/files/files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::submit_test {

using namespace experiments;
using namespace testing;

TEST_CASE("submit: the script of the runs is an array whose tasks share the work") {
  SlurmJobs jobs;
  jobs.settings = {"short", "p1", "4:00:00", 8, 16, {"--qos=long"}, {"module load hdf5"}};
  jobs.name = "tiny";
  jobs.folder = "/scratch/it's";
  jobs.program = "/opt/hashlab";
  jobs.run = {"run", "a suite.ini", "--set", "name=it's"};
  jobs.results = {"/scratch/out"};
  jobs.out = "/scratch/out";
  jobs.tasks = 5;
  CHECK_FALSE(can_be_named(jobs.folder));
  jobs.folder = "/scratch/my out/slurm";
  CHECK(can_be_named(jobs.folder));
  CHECK(run_script(jobs) ==
        "#!/bin/bash\n"
        "# Written by 'hashlab submit': runs that share the cells of a suite\n"
        "#SBATCH --job-name='hashlab-tiny'\n"
        "#SBATCH --output='/scratch/my out/slurm/run-%A_%a.log'\n"
        "#SBATCH --open-mode=append\n"
        "#SBATCH --partition=short\n"
        "#SBATCH --account=p1\n"
        "#SBATCH --time=4:00:00\n"
        "#SBATCH --array=1-5\n"
        "#SBATCH --nodes=1\n"
        "#SBATCH --ntasks=1\n"
        "#SBATCH --cpus-per-task=16\n"
        "#SBATCH --signal=B:TERM@60\n"
        "#SBATCH --requeue\n"
        "#SBATCH --qos=long\n"
        "module load hdf5\n"
        "exec '/opt/hashlab' 'run' 'a suite.ini' '--set' 'name=it'\\''s'\n");
  CHECK(tables_script(jobs) ==
        Contains("module load hdf5\n"
                 "'/opt/hashlab' 'table' '/scratch/out' '--out' '/scratch/out/tables/' '--force'\n"
                 "'/opt/hashlab' 'report' '/scratch/out' '--out' '/scratch/out/report.html' "
                 "'--force'\n"
                 "'/opt/hashlab' 'status' '/scratch/out'\n"));
  jobs.settings = {};
  CHECK(run_script(jobs) == Contains("#SBATCH --exclusive\n"));
  CHECK(run_script(jobs) != Contains("--partition"));
}

TEST_CASE("submit: a site's file is read, and says where it is wrong") {
  const TemporaryFolder folder;
  const std::string path = folder / "site.ini";
  write_file(path,
             "# of our cluster\npartition = short\n\noption = --qos=long\noption=-C avx2\n"
             "setup = module load gcc   # not a comment, but shell\nnodes = 12\ncpus=8\n");
  const SlurmSettings settings = read_slurm_settings(path);
  CHECK(settings.partition == "short");
  CHECK(settings.options == std::vector<std::string>{"--qos=long", "-C avx2"});
  CHECK(settings.setup == std::vector<std::string>{"module load gcc   # not a comment, but shell"});
  CHECK(settings.nodes == 12);
  CHECK(settings.cpus == 8);
  CHECK(settings.account.empty());
  const auto complaint = [&](const std::string& text) {
    write_file(path, text);
    return error_of([&] { read_slurm_settings(path); });
  };
  CHECK(complaint("\nqueue = long") == Contains("site.ini:2: unknown key 'queue': there are"));
  CHECK(complaint("partition") == Contains("site.ini:1: 'partition' is no setting, expected"));
  CHECK(complaint("partition = a b") == Contains("partition = 'a b', must be one word"));
  CHECK(complaint("nodes = 0") == Contains("nodes = '0', must be a whole number from 1 to"));
  CHECK(complaint("cpus = many") == Contains("cpus = 'many', must be a whole number from 1"));
  CHECK(complaint("time = soon") == Contains("time = 'soon', must be minutes"));
  CHECK(complaint("option = qos") == Contains("option = 'qos', must be an option of sbatch"));
  CHECK(complaint("account =") == Contains("account = '', must be one line of text"));
  CHECK(complaint(std::string("setup = a\x01") + "b") == Contains("must be one line of text"));
}

}  // namespace hashlab::submit_test
