#include "experiments/commands/commands.h"
#include "experiments/manual/complete.h"
#include "experiments/program/networks_program.h"
#include "experiments/program/progress.h"
#include "experiments/program/signals.h"
#include "experiments/program/terminal.h"
#include "experiments/schedule/provenance.h"
#include "hashers/networks/engine.h"
#include "lib/blas.h"
#include "lib/error.h"
#include "lib/files/input_file.h"
#include "lib/h5/h5_process.h"
#include "lib/hamming/dispatch.h"
#include "lib/options.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace hashlab;
using namespace hashlab::experiments;

std::string overview() {
  std::string text = "hashlab: learning to hash, measured\n\nusage: hashlab COMMAND [arguments]\n";
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format("\n{}:\n", group.title);
    for (const Command& command : group.commands) {
      text += fmt::format("  {:<13}{}\n", command.name, command.summary);
    }
  }
  return text +
         "\n'hashlab COMMAND --help' explains a command, 'hashlab --version' shows versions.\n"
         "If hashlab is installed, 'man hashlab' is its manual.\n"
         "First steps: import your data, write an experiment file (its keys are in\n"
         "'hashlab run --help'), run it, look at the tables.\n";
}

std::string version_text() {
  std::map<std::string, std::string> facts = provenance(active_kernel());
  std::string text = fmt::format("hashlab {}\n\n", facts.extract("version").mapped());
  for (const auto& [name, value] : facts) text += fmt::format("{:<14}{}\n", name, value);
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
  if (verb == "--complete") {  // for the shells' scripts
    fmt::print("{}", completion_text(complete({words.begin() + 1, words.end()})));
    return exit_done;
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
              fmt::format("unknown command '{}'{} ('hashlab --help' lists all)", verb,
                          suggestion(verb, known)));
}

/// Opens standard streams that the caller has closed. Otherwise a file that is opened later could
/// get the number of such a stream, and output for the stream would end up in the file.
void hold_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) < 0) static_cast<void>(open("/dev/null", O_RDONLY | O_CLOEXEC));
  }
}

}  // namespace

int main(int argc, char** argv) {
  use_fast_blas_kernels(argv);
  hold_standard_streams();
  set_h5_for_process();
  protect_terminal();
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit is an error, like a full disk
  std::string problem;
  int status = exit_usage;
  try {
    end_cleanly_on_signals();
    protect_inputs();
    blas_kernels();  // refuses unknown kernel names
    use_one_blas_thread();
    reserve_blas_buffers(1);
    status = run({argv + 1, argv + argc});
  } catch (const hashers::EngineMissing& missing) {  // before anything was written
    become_networks_program({argv + 1, argv + argc});
    problem = missing.what();
  } catch (const std::bad_alloc&) {
    problem = "out of memory";
  } catch (const std::exception& error) {
    problem = error.what();
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    problem = "standard output cannot be written; results on disk are not affected";
    status = exit_failed;
  }
  if (!problem.empty()) tell(fmt::format("error: {}\n", visible_text(problem)));
  return status;
}
