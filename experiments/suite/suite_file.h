#pragma once

#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Reads an experiment file in INI format. `overrides` are texts KEY=VALUE, which replace the
/// file's settings of these keys. If a key is a list, several overrides of it give several values.
/// Errors:  not_found, unreadable; invalid_argument naming file, key and remedy.
Suite read_suite(const std::string& path, const std::vector<std::string>& overrides);

/// Parses the text of an experiment file, which messages call `source`. `overrides` are as for
/// read_suite(). A line 'profile = NAME' adds the settings in NAME.ini, the profile of a data set,
/// from the first of the folders `profiles` that has this file. The text's own settings replace
/// those of the profile.
Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides,
                  const std::vector<std::string>& profiles = {});

/// The folder of the profiles that the experiment file at `suite_path` can name: the folder
/// 'datasets' beside the file.
std::string profiles_beside(const std::string& suite_path);

/// The experiment file as INI with every key: parse_suite(suite_text(s), ...) equals s.
std::string suite_text(const Suite& suite);

/// A description of every key with its default, as printed by --help.
std::string suite_help();

}  // namespace hashlab::experiments
