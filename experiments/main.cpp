#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "experiments/command.h"
#include "experiments/provenance.h"
#include "lib/error.h"
#include "lib/hamming/dispatch.h"
#include "lib/options.h"

namespace {

using namespace hashlab;

std::string overview() {
  std::string text =
      "hashlab: learning to hash, measured\n\nusage: hashlab VERB [arguments]\n\n";
  for (const Command& command : all_commands()) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  return text +
         "\n'hashlab VERB --help' explains a verb; 'hashlab --version' names versions and kernels.\n"
         "First steps: hashlab make-data && hashlab run experiments/suites/quickstart.ini\n";
}

std::string version_text() {
  std::string text;
  for (const auto& [name, value] : provenance(active_kernel())) {
    text += fmt::format("{:<14}{}\n", name, value);
  }
  text += "kernels       ";
  for (const Kernel* kernel : all_kernels()) {
    text += fmt::format("{}{} ", kernel->name, kernel->supported() ? "" : " (not supported here)");
  }
  return text + "\n";
}

int run(const std::vector<std::string>& words) {
  const std::string verb = words.empty() ? "--help" : words.front();
  if (verb == "--help" || verb == "-h" || verb == "help") {
    fmt::print("{}", overview());
    return words.empty() ? exit_usage : exit_done;
  }
  if (verb == "--version") {
    fmt::print("{}", version_text());
    return exit_done;
  }
  std::vector<std::string> known;
  for (const Command& command : all_commands()) {
    known.push_back(command.name);
    if (command.name != verb) continue;
    const std::vector<std::string> rest(words.begin() + 1, words.end());
    for (const std::string& word : rest) {
      if (word == "--help" || word == "-h") {
        fmt::print("{}", help_text(command));
        return exit_done;
      }
    }
    return command.run(Arguments(command, rest));
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("unknown verb '{}'{} ('hashlab --help' lists all)", verb,
                          suggestion(verb, known)));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    use_one_blas_thread();
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: out of memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
  }
  return exit_usage;
}
