#pragma once

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The path of the program `name` in the folder of this program; empty if there is none.
std::string program_beside(const std::string& name);

/// The path of hashlab-torch, the program that can train networks, in the folder of this program
/// (which may itself be hashlab-torch); empty if there is none.
std::string networks_program();

/// Replaces this process by hashlab-torch, started with `arguments`. Returns if this program can
/// train networks itself, if hashlab-torch is not in its folder, or if it cannot be started.
void become_networks_program(const std::vector<std::string>& arguments);

}  // namespace hashlab::experiments
