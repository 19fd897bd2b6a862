#pragma once

#include "experiments/commands/submit/slurm_settings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The jobs of one experiment file.
struct SlurmJobs {
  SlurmSettings settings;
  std::string name;                  ///< of the suite
  std::string folder;                ///< for scripts and logs, see can_be_named()
  std::string program;               ///< the path of hashlab
  std::vector<std::string> run;      ///< the arguments of a run
  std::vector<std::string> results;  ///< the results folders, one per data set
  std::string out;                   ///< output folder of the common report
  std::size_t tasks = 1;             ///< tasks of the array
};

/// A batch script whose tasks are runs that share their work. One minute before the time limit a
/// run gets a signal and gives back its unfinished work; a task whose node fails is queued again.
std::string run_script(const SlurmJobs& jobs);

/// A batch script that makes tables and a report of all finished cells, and lists the missing ones.
std::string tables_script(const SlurmJobs& jobs);

/// True if Slurm accepts this path: no quotes, backslashes, '%' or control characters.
bool can_be_named(const std::string& path);

/// The word quoted for a shell.
std::string quoted(const std::string& word);

}  // namespace hashlab::experiments
