#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The job settings of a site and of a user.
struct SlurmSettings {
  std::string partition, account, time;  ///< empty: Slurm's own default
  std::size_t nodes = 4;                 ///< tasks of the array
  std::size_t cpus = 0;                  ///< per task; 0: a whole node
  std::vector<std::string> options;      ///< any other options, as in '#SBATCH' lines
  std::vector<std::string> setup;        ///< shell lines before the program starts
};

/// The settings in a file of lines 'key = value', with keys partition, account, time, nodes, cpus,
/// option and setup, the last two any number of times; '#' begins a comment.
/// Errors:  not_found, unreadable; invalid_argument naming file, line and remedy.
SlurmSettings read_slurm_settings(const std::string& path);

/// The file that is read if the user names none: $HASHLAB_SITE, or .config/hashlab/site.ini in the
/// home folder if it exists; else empty.
std::string default_site_file();

/// Sets one of the keys. Errors:  invalid_argument, with the place of the value in `where`.
void set_slurm_setting(SlurmSettings& settings, const std::string& key, const std::string& value,
                       const std::string& where);

}  // namespace hashlab::experiments
