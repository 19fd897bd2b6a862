#include "experiments/program/networks_program.h"

#include "hashers/networks/engine.h"

#include <unistd.h>
#include <filesystem>

namespace hashlab::experiments {

std::string program_beside(const std::string& name) {
  std::error_code problem;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (problem) return "";
  std::string program = own.parent_path() / name;
  return access(program.c_str(), X_OK) == 0 ? program : "";
}

std::string networks_program() {
  return program_beside("hashlab-torch");
}

void become_networks_program(const std::vector<std::string>& arguments) {
  const std::string program = networks_program();
  if (program.empty() || hashers::network_engine() != nullptr) return;
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(program.c_str(), pointers.data());
}

}  // namespace hashlab::experiments
