#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlab::experiments {

/// The meaning of the program's exit status.
enum ExitStatus : int {
  exit_done = 0,
  exit_failed = 1,        ///< a cell failed, a check found a problem, or output was not written
  exit_usage = 2,         ///< bad arguments or input; nothing was changed
  exit_interrupted = 130  ///< stopped by a signal such as Ctrl-C; finished results are kept
};

/// The section of the help that lists an option.
enum class OptionUse { needed, common, rare };

/// One option of a command, for help, parsing and checking.
struct OptionSpec {
  std::string name;   ///< "jobs"
  std::string value;  ///< "N", or empty for a switch
  std::string help;
  bool repeatable = false;
  OptionUse use = OptionUse::common;
  std::vector<std::string> words = {};  ///< the values, if only these words are allowed
};
/// Returns the option with the words that it allows, for the completion in shells.
OptionSpec one_of(OptionSpec option, std::vector<std::string> words);
/// Returns the option with OptionUse::needed: help lists it as required.
OptionSpec needed(OptionSpec option);
/// Returns the option with OptionUse::rare: help lists it as advanced.
OptionSpec rare(OptionSpec option);

/// One command of the program.
struct Command {
  std::string name;
  std::string arguments;  ///< "SUITE.ini [options]"
  std::string summary;    ///< one line
  std::string details;    ///< a description with an example, printed by --help
  std::vector<OptionSpec> options;
  std::size_t min_positional = 0, max_positional = 0;
  int (*run)(const class Arguments& arguments);
};

/// The arguments of a command, checked against its declaration.
class Arguments {
 public:
  /// Errors: invalid_argument if an option is unknown, has no value, or is given twice but is not
  ///   repeatable, or if there are too few or too many other arguments.
  Arguments(const Command& command, const std::vector<std::string>& words);

  bool has(std::string_view option) const { return !all(option).empty(); }
  /// The last value given for the option, or `otherwise` if it is not given.
  std::string get(std::string_view option, std::string_view otherwise) const;
  /// All values given for the option, in order.
  std::vector<std::string> all(std::string_view option) const;
  /// The value of a required option. Errors: invalid_argument.
  std::string required(std::string_view option) const;
  /// The value of the option as a whole number in [min, max], or `otherwise` if it is not given.
  /// Errors:  invalid_argument.
  std::size_t count(std::string_view option, std::size_t otherwise, std::size_t min,
                    std::size_t max) const;
  /// The value of the option, which must be given, as a finite number >= 0.
  /// Errors:  invalid_argument.
  double distance(std::string_view option) const;
  const std::vector<std::string>& positional() const { return positional_; }

 private:
  std::string command_;
  std::vector<std::pair<std::string, std::string>> options_;
  std::vector<std::string> positional_;
};

/// The text of `hashlab COMMAND --help`.
std::string help_text(const Command& command);

}  // namespace hashlab::experiments
