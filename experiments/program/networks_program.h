#pragma once

#include <string>
#include <vector>

namespace hashlab::experiments {

/// The path of a program that stands beside this one; empty if there is none.
std::string program_beside(const std::string& name);

/// The path of hashlab-torch: of this program if it is hashlab-torch, or of the one beside it;
/// empty if there is none.
std::string networks_program();

/// Replaces this process by hashlab-torch with the same arguments, if it is beside this program;
/// otherwise returns.
void become_networks_program(const std::vector<std::string>& arguments);

}  // namespace hashlab::experiments
