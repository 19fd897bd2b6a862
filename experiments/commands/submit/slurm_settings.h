#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::experiments {

/// The settings of Slurm jobs, from a site's file and from the user.
struct SlurmSettings {
  std::string partition, account, time;  ///< empty: Slurm's own default
  std::size_t nodes = 4;                 ///< number of tasks of the job array
  std::size_t cpus = 0;                  ///< processors per task; 0: a whole node
  std::vector<std::string> options;      ///< other options of sbatch, such as --qos=long
  std::vector<std::string> setup;        ///< shell lines before the program starts
};

/// Reads settings from a file of lines 'key = value'. The keys are partition, account, time, nodes,
/// cpus, option and setup. The last two may be given several times. '#' begins a comment.
/// Errors:  not_found, unreadable; invalid_argument naming file, line and remedy.
SlurmSettings read_slurm_settings(const std::string& path);

/// The file that is read if the user names none: $HASHLAB_SITE, or .config/hashlab/site.ini in the
/// home folder if it exists; else empty.
std::string default_site_file();

/// Sets one key of read_slurm_settings() to a value. `where` is the place of the value, for
/// messages.
/// Errors:  invalid_argument if there is no such key, or if the value is not valid for it.
void set_slurm_setting(SlurmSettings& settings, const std::string& key, const std::string& value,
                       const std::string& where);

}  // namespace hashlab::experiments
