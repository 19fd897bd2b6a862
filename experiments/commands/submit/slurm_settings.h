#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// What a site asks of jobs, and what a user asks for.
struct SlurmSettings {
  std::string partition, account, time;  ///< empty: Slurm's own default
  std::size_t nodes = 4;                 ///< tasks of the array
  std::size_t cpus = 0;                  ///< of a task; 0: a node of its own
  std::vector<std::string> options;      ///< any others, as '#SBATCH' lines have them
  std::vector<std::string> setup;        ///< shell lines before the program starts
};

/// The settings in a file of lines 'key = value', with keys partition, account, time, nodes, cpus,
/// option and setup, the last two any number of times; '#' begins a comment.
/// Errors:  not_found, unreadable; invalid_argument naming file, line and remedy.
SlurmSettings read_slurm_settings(const std::string& path);

/// The file that is read where none is named: $HASHLAB_SITE, or .config/hashlab/site.ini in the
/// home folder if it is there; else empty.
std::string default_site_file();

/// Sets one of the keys. Errors:  invalid_argument, which says `where` the value stands.
void set_slurm_setting(SlurmSettings& settings, const std::string& key, const std::string& value,
                       const std::string& where);

}  // namespace hashlab::experiments
