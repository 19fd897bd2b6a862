#pragma once

#include "experiments/program/command.h"

#include <map>
#include <string>

namespace hashlab::experiments {

/// The manual page hashlab-COMMAND(1) of a command in the language of man(7), from the same
/// description as its --help.
std::string manual_page(const Command& command);

/// All manual pages by the names of their files: hashlab.1, which lists the commands, a page for
/// each command, and hashlab-suite.5, which explains the keys of experiment files.
std::map<std::string, std::string> manual_pages();

}  // namespace hashlab::experiments
