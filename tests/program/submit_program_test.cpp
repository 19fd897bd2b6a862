#include "lib/files/files.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace hashlab::submit_program_test {

using namespace testing;

namespace {

namespace fs = std::filesystem;

/// A study, and programs of Slurm's names that note how they are called. Job 41 is at work, 17 and
/// 18 are not.
class SmallSite {
 public:
  SmallSite() {
    fs::create_directory(study / "bin");
    program("sbatch", "echo \"$@\" >> calls\nn=$(wc -l < calls)\necho $((16 + n))\n");
    program("squeue", "[ \"$2\" = --jobs=41 ] && echo 41 running\nexit 0\n");
  }

  void program(const std::string& name, const std::string& text) const {
    const std::string path = study / ("bin/" + name);
    write_file(path, fmt::format("#!/bin/sh\ncd '{}'\n{}", study / "", text));
    fs::permissions(path, fs::perms::owner_all);
  }
  Outcome submit(const std::string& options, const std::string& environment = "") const {
    return hashlab::testing::hashlab(
        study.arguments("submit", options),
        fmt::format("HOME='{}' PATH='{}':$PATH {}", study / "", study / "bin", environment));
  }
  std::string script(const std::string& name) const {
    return read_file(study.results() + "/slurm/" + name);
  }

  SmallStudy study;
};

}  // namespace

TEST_CASE("submit: an array, then a job for the tables, and once more only when asked") {
  const SmallSite site;
  write_file(site.study / "site.ini", "partition = short\ntime = 10\n");
  const std::string environment = "HASHLAB_SITE='" + (site.study / "site.ini") + "'";
  const Outcome first = site.submit("--slurm --nodes 3 --time 20 --set runs=1", environment);
  CHECK(first.status == 0);
  CHECK(first.out == Contains("6 cells to run by job 17, an array of 3 tasks; then job 18 makes"));
  const std::vector<std::string> calls = lines_of(read_file(site.study / "calls"));
  REQUIRE(calls.size() == 2);
  CHECK(calls[0] == "--parsable " + site.study.results() + "/slurm/run.sh");
  CHECK(calls[1] ==
        "--parsable --dependency=afterany:17 " + site.study.results() + "/slurm/tables.sh");
  CHECK(site.script("run.sh") == Contains("#SBATCH --partition=short\n#SBATCH --time=20\n"));
  CHECK(site.script("run.sh") == Contains("'--shared' '--data' '"));
  CHECK(site.script("run.sh") == Contains("'--set' 'runs=1'"));

  write_file(site.study.results() + "/slurm/job", "41\n");
  const Outcome second = site.submit("--slurm --set runs=1", environment);
  CHECK(second.status == 2);
  CHECK(refusal(second) == Contains("job 41 is at work on it, or waits to be: '--more' adds"));
  CHECK(site.submit("--slurm --more --set runs=1").status == 0);
}

TEST_CASE("submit: the script runs the suite as it is, and what is done is not submitted") {
  const SmallSite site;
  REQUIRE(site.submit("--slurm --cpus 1").status == 0);
  const Outcome ran = shell("SLURM_ARRAY_TASK_ID=1 SLURM_CPUS_PER_TASK=1 bash '" +
                            site.study.results() + "/slurm/run.sh'");
  CHECK(ran.status == 0);
  CHECK(ran.error == Contains("12 to run by all runs that share them, with 1 job, kernel"));
  CHECK(site.study.status() == "tiny on small: 12 cells, 12 done, 0 missing, 0 failed, 0 damaged");
  const Outcome tables = shell("bash '" + site.study.results() + "/slurm/tables.sh'");
  CHECK(tables.status == 0);
  CHECK(fs::exists(site.study.results() + "/report.html"));
  CHECK(fs::exists(site.study.results() + "/tables/tables.txt"));
  const Outcome again = site.submit("--slurm");
  CHECK(again.status == 0);
  CHECK(again.out == Contains("are done: nothing was submitted"));
  CHECK(lines_of(read_file(site.study / "calls")).size() == 2);
}

TEST_CASE("submit: what cannot be submitted is one line") {
  const SmallSite site;
  CHECK(refusal(site.submit("")) ==
        Contains("name the scheduler by '--slurm'; without Slurm, 'mpirun"));
  CHECK(refusal(site.submit("--slurm --time never")) == Contains("--time: time = 'never', must"));
  CHECK(refusal(site.submit("--slurm --memory much")) == Contains("'--memory' = 'much', must be"));
  CHECK(refusal(site.submit("--slurm", "HASHLAB_SITE=nowhere.ini")) ==
        Contains("nowhere.ini: there is no such file"));
  const std::string quote = site.study / "it's";
  CHECK(refusal(hashlab::testing::hashlab(
            fmt::format("submit '{}' --slurm --data '{}' --out \"{}\"", site.study / "tiny.ini",
                        site.study / "", quote))) ==
        Contains("has characters in its name that Slurm cannot be told"));
  site.program("sbatch", "echo 'sbatch: error: invalid partition' >&2\nexit 1\n");
  CHECK(refusal(site.submit("--slurm")) == Contains("run.sh: sbatch: error: invalid partition"));
  CHECK(refusal(hashlab::testing::hashlab(site.study.arguments("submit", "--slurm"),
                                          "PATH=/nowhere HASHLAB_SITE=")) ==
        Contains("there is no sbatch here: submit where Slurm is, or start runs"));
}

TEST_CASE("submit: a dry run writes the scripts and nothing else") {
  const SmallSite site;
  const Outcome run = site.submit("--slurm --dry-run");
  CHECK(run.status == 0);
  CHECK(run.out == Contains("tables.sh are written; nothing was submitted"));
  CHECK_FALSE(fs::exists(site.study / "calls"));
  CHECK(entries_of(site.study.results() + "/slurm") == 2);
}

TEST_CASE("status: it tells who is at work, and watches until nothing is missing") {
  const SmallStudy study;
  Background run(study.arguments("run", "--set runs=100 --jobs 1 --shared"));
  std::string seen;
  for (int tries = 0; tries < 500 && seen.find("leases: ") == seen.npos; ++tries) {
    seen = hashlab::testing::hashlab("status '" + study.results() + "'").out;
  }
  CHECK(seen == Contains("process   jobs   cells  failed   a minute"));
  CHECK(seen == Contains("leases: "));
  const Outcome watched = hashlab::testing::hashlab("status '" + study.results() + "' --watch");
  CHECK(run.wait() == 0);
  CHECK(watched.status == 0);
  CHECK(watched.out == Contains("600 cells, 600 done, 0 missing, 0 failed, 0 damaged"));
}

}  // namespace hashlab::submit_program_test
