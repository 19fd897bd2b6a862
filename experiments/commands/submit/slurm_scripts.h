#pragma once

#include "experiments/commands/submit/slurm_settings.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The jobs of one suite.
struct SlurmJobs {
  SlurmSettings settings;
  std::string name;                  ///< of the suite
  std::string folder;                ///< of scripts and logs, see can_be_named()
  std::string program;               ///< the path of hashlab
  std::vector<std::string> run;      ///< the arguments of a run
  std::vector<std::string> results;  ///< the results folders, one a data set
  std::string out;                   ///< where the report of them all goes
  std::size_t tasks = 1;             ///< of the array
};

/// A batch script whose tasks are runs that share their work. At the time limit a run is told a
/// minute before, and gives back what it has; a task whose node fails is queued again.
std::string run_script(const SlurmJobs& jobs);

/// One that makes tables and report of whatever is done, and says what is not.
std::string tables_script(const SlurmJobs& jobs);

/// Can Slurm be told of this path? Not with quotes, backslashes, '%' or control characters.
bool can_be_named(const std::string& path);

/// As a word of a shell.
std::string quoted(const std::string& word);

}  // namespace hashlab::experiments
