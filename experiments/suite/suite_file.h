#pragma once

#include "experiments/suite/suite.h"

#include <string>
#include <vector>

namespace hashlab::experiments {

/// Reads an experiment file in INI format. `overrides` are KEY=VALUE and replace the file's setting
/// of that key; for a list key, several overrides give several values.
/// Errors:  not_found, unreadable, invalid_argument naming file, key and remedy.
Suite read_suite(const std::string& path, const std::vector<std::string>& overrides);

/// The same from text; messages call it `source`. A key 'profile = NAME' inserts the settings of
/// NAME.ini from the first folder of `profiles` that has it; the text's own settings replace them.
Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides,
                  const std::vector<std::string>& profiles = {});

/// The folder of the profiles that an experiment file can name: 'datasets' beside it.
std::string profiles_beside(const std::string& suite_path);

/// The experiment file as INI with every key: parse_suite(suite_text(s), ...) equals s.
std::string suite_text(const Suite& suite);

/// Every key with its meaning and default, as printed by --help.
std::string suite_help();

}  // namespace hashlab::experiments
