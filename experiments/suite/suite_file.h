#pragma once

#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Reads an experiment file in INI format. `overrides` are texts KEY=VALUE, which replace the
/// file's settings of these keys. If a key is a list, several overrides of it give several values.
/// If the file names a profile (see parse_suite), the profile is read from profiles_beside(path).
/// Errors:  not_found, unreadable; invalid_argument naming file, key and remedy.
Suite read_suite(const std::string& path, const std::vector<std::string>& overrides);

/// Parses the text of an experiment file. Messages call the text `source`. `overrides` are texts
/// KEY=VALUE, which replace the text's settings of these keys. A line 'profile = NAME' adds the
/// settings in NAME.ini, the profile of a data set, from the first of the folders `profiles` that
/// has this file. The text's own settings replace those of the profile.
/// Errors:  invalid_argument naming `source`, key and remedy; not_found if no folder has NAME.ini.
Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides,
                  const std::vector<std::string>& profiles = {});

/// The folder of the profiles that the experiment file at `suite_path` can name: the folder
/// 'datasets' beside the file.
std::string profiles_beside(const std::string& suite_path);

/// The experiment file in INI format, with every key that has a value. parse_suite() reads the same
/// settings back, except that all part sizes then count as set by the file (Suite::given_sizes).
std::string suite_text(const Suite& suite);

/// A description of every key with its default, as printed by --help.
std::string suite_help();

}  // namespace hashlab::experiments
