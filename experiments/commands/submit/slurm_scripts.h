#pragma once

#include "experiments/commands/submit/slurm_settings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The jobs of one experiment file.
struct SlurmJobs {
  SlurmSettings settings;
  std::string name;                  ///< of the experiment file
  std::string folder;                ///< of scripts and logs; see can_be_named()
  std::string program;               ///< the path of hashlab
  std::vector<std::string> run;      ///< the arguments of a run
  std::vector<std::string> results;  ///< the results folders, one per data set
  std::string out;                   ///< output folder of the common report
  std::size_t tasks = 1;             ///< number of tasks of the job array
};

/// The text of a batch script for a job array whose tasks are runs that share their work. One
/// minute before the time limit a run receives SIGTERM and releases its unfinished work for other
/// runs. A task whose node fails is queued again.
std::string run_script(const SlurmJobs& jobs);

/// The text of a batch script that writes tables and a report of all finished cells, and prints the
/// status of the results.
std::string tables_script(const SlurmJobs& jobs);

/// True if a script for Slurm can contain this path: it has no quotes, backslashes, '%' or control
/// characters.
bool can_be_named(const std::string& path);

/// The word quoted for a shell.
std::string quoted(const std::string& word);

}  // namespace hashlab::experiments
