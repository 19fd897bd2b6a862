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
  std::string folder;                ///< of scripts and logs; can_be_named() must accept it
  std::string program;               ///< the path of hashlab
  std::vector<std::string> run;      ///< the arguments of each task: "run" and those that follow
  std::vector<std::string> results;  ///< the results folders, which get tables
  std::string out;                   ///< the folder that contains them, which gets a report
  std::size_t tasks = 1;             ///< number of tasks of the job array
};

/// The text of a batch script for a job array. Each task is one process of `hashlab run`, and the
/// processes share the cells of the experiment file. One minute before the time limit a process
/// receives SIGTERM and releases its unfinished cells for other processes. A task whose node fails
/// is queued again.
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
