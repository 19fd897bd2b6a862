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
/// cpus, option and setup. The last two may be given several times. A line that begins with '#' is
/// a comment.
/// Errors:  those of read_text; invalid_argument naming the file, the line and what is expected.
SlurmSettings read_slurm_settings(const std::string& path);

/// The path of the settings file that is read if the user names none. It is the value of the
/// environment variable HASHLAB_SITE or, if that is not set, .config/hashlab/site.ini in the home
/// folder. Empty if HASHLAB_SITE is not set and the latter file does not exist.
std::string default_site_file();

/// Sets one key of read_slurm_settings() to a value; for option and setup, the value is added to
/// those given before. `where` is the place of the value, for messages.
/// Errors:  invalid_argument if there is no such key, or if the value is not valid for it.
void set_slurm_setting(SlurmSettings& settings, const std::string& key, const std::string& value,
                       const std::string& where);

}  // namespace hashlab::experiments
