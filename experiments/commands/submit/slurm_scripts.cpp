#include "experiments/commands/submit/slurm_scripts.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::experiments {
namespace {

std::string head(const SlurmJobs& jobs, const std::string& purpose, const std::string& log) {
  const SlurmSettings& s = jobs.settings;
  std::string text = "#!/bin/bash\n# Written by 'hashlab submit': " + purpose + "\n";
  const auto option = [&](const std::string& line) { text += "#SBATCH " + line + "\n"; };
  option("--job-name=" + quoted("hashlab-" + jobs.name));
  option("--output=" + quoted(jobs.folder + "/" + log));
  option("--open-mode=append");
  if (!s.partition.empty()) option("--partition=" + s.partition);
  if (!s.account.empty()) option("--account=" + s.account);
  if (!s.time.empty()) option("--time=" + s.time);
  return text;
}

std::string script_lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) text += line + "\n";
  return text;
}

std::string command(const SlurmJobs& jobs, const std::vector<std::string>& arguments) {
  std::string text = quoted(jobs.program);
  for (const std::string& word : arguments) text.append(" ").append(quoted(word));
  return text;
}

}  // namespace

bool can_be_named(const std::string& path) {
  return std::none_of(path.begin(), path.end(), [](unsigned char c) {
    return c < 0x20 || c == 0x7f || c == '\'' || c == '"' || c == '\\' || c == '%';
  });
}

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string run_script(const SlurmJobs& jobs) {
  const SlurmSettings& s = jobs.settings;
  std::string text = head(jobs, "runs that share the cells of a suite", "run-%A_%a.log");
  text += fmt::format("#SBATCH --array=1-{}\n#SBATCH --nodes=1\n#SBATCH --ntasks=1\n", jobs.tasks);
  text +=
      s.cpus > 0 ? fmt::format("#SBATCH --cpus-per-task={}\n", s.cpus) : "#SBATCH --exclusive\n";
  text += "#SBATCH --signal=B:TERM@60\n#SBATCH --requeue\n";
  for (const std::string& option : s.options) text += "#SBATCH " + option + "\n";
  // With exec, Slurm's signals reach hashlab and not only the shell.
  return text + script_lines(s.setup) + "exec " + command(jobs, jobs.run) + "\n";
}

std::string tables_script(const SlurmJobs& jobs) {
  const SlurmSettings& s = jobs.settings;
  std::string text = head(jobs, "tables and report of what is done", "tables-%j.log");
  text += "#SBATCH --nodes=1\n#SBATCH --ntasks=1\n#SBATCH --requeue\n";
  for (const std::string& option : s.options) text += "#SBATCH " + option + "\n";
  text += script_lines(s.setup);
  for (const std::string& folder : jobs.results) {
    text += command(jobs, {"table", folder, "--out", folder + "/tables/", "--force"}) + "\n";
  }
  text += command(jobs, {"report", jobs.out, "--out", jobs.out + "/report.html", "--force"}) + "\n";
  return text + command(jobs, {"status", jobs.out}) + "\n";
}

}  // namespace hashlab::experiments
