#include "experiments/program/command.h"

#include "experiments/program/help_layout.h"
#include "lib/error.h"
#include "lib/numbers.h"
#include "lib/options.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace hashlab::experiments {
namespace {

namespace po = boost::program_options;

[[noreturn]] void fail(const Command& command, const std::string& what) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("{} ('hashlab {} --help' explains)", what, command.name));
}

/// True for "--out" if `known` has "out". Such a word in place of a value means that the value
/// before it was forgotten.
bool is_option(const std::string& word, const std::vector<std::string>& known) {
  return word.starts_with("--") &&
         std::find(known.begin(), known.end(), word.substr(2)) != known.end();
}

/// ", expected options such as '--database CODES'" for a command without positional arguments.
std::string needed_instead(const Command& command) {
  if (command.max_positional > 0) return "";
  for (const OptionSpec& option : command.options) {
    if (option.use != OptionUse::needed) continue;
    return fmt::format(", expected options such as '--{} {}'", option.name, option.value);
  }
  return "";
}

/// The help of an option. A name that is too long for the column gets a line of its own.
std::string option_text(const OptionSpec& option, std::size_t column) {
  const std::string left =
      fmt::format("  --{}{}{}  ", option.name, option.value.empty() ? "" : " ", option.value);
  const std::string beside =
      left.size() <= column ? fmt::format("{:<{}}", left, column)
                            : fmt::format("{}\n{:{}}", left.substr(0, left.size() - 2), "", column);
  return fmt::format("{}{}{}\n", beside, option.help,
                     option.repeatable ? " (may be repeated)" : "");
}

}  // namespace

Arguments::Arguments(const Command& command, const std::vector<std::string>& words)
    : command_(command.name) {
  po::options_description described;
  for (const OptionSpec& option : command.options) {
    if (option.value.empty()) {
      described.add_options()(option.name.c_str(), "");
    } else {
      described.add_options()(option.name.c_str(), po::value<std::vector<std::string>>(), "");
    }
  }
  namespace style = po::command_line_style;
  std::vector<po::option> parsed;
  try {
    parsed = po::command_line_parser(words)
                 .options(described)
                 .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
                 .allow_unregistered()
                 .run()
                 .options;
  } catch (const po::error& error) {
    fail(command, error.what());
  }
  for (const po::option& option : parsed) {
    if (option.position_key >= 0) {
      positional_.insert(positional_.end(), option.value.begin(), option.value.end());
      continue;
    }
    std::vector<std::string> known;
    for (const OptionSpec& spec : command.options) known.push_back(spec.name);
    const auto found = std::find(known.begin(), known.end(), option.string_key);
    if (found == known.end()) {
      fail(command, fmt::format("unknown option '--{}'{}", option.string_key,
                                suggestion(option.string_key, known)));
    }
    const OptionSpec& spec = command.options[static_cast<std::size_t>(found - known.begin())];
    if (has(spec.name) && !spec.repeatable) {
      fail(command, fmt::format("option '--{}' is given twice", spec.name));
    }
    if (!spec.value.empty() && option.value.front().empty()) {
      fail(command, fmt::format("option '--{}' has no value", spec.name));
    }
    if (!spec.value.empty() && is_option(option.value.front(), known)) {
      fail(command, fmt::format("option '--{}' has no value, '{}' follows it", spec.name,
                                option.value.front()));
    }
    options_.emplace_back(spec.name, option.value.empty() ? "" : option.value.front());
  }
  if (positional_.size() > command.max_positional) {
    fail(command, fmt::format("unexpected argument '{}'{}", positional_[command.max_positional],
                              needed_instead(command)));
  }
  if (positional_.size() < command.min_positional) {
    fail(command, fmt::format("expected 'hashlab {} {}'", command.name, command.arguments));
  }
}

std::string Arguments::get(std::string_view option, std::string_view otherwise) const {
  const std::vector<std::string> values = all(option);
  return values.empty() ? std::string(otherwise) : values.back();
}

std::vector<std::string> Arguments::all(std::string_view option) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : options_) {
    if (name == option) values.push_back(value);
  }
  return values;
}

std::string Arguments::required(std::string_view option) const {
  if (has(option)) return get(option, "");
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("option '--{}' is missing ('hashlab {} --help' explains)", option, command_));
}

std::size_t Arguments::count(std::string_view option, std::size_t otherwise, std::size_t min,
                             std::size_t max) const {
  if (!has(option)) return otherwise;
  const std::string text = get(option, "");
  const auto value = parse_whole(text);
  if (!value || *value < min || *value > max) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '--{}' = '{}', must be a whole number in {} .. {}", option,
                            text, min, max));
  }
  return *value;
}

double Arguments::distance(std::string_view option) const {
  const std::string text = get(option, "");
  const auto value = parse_real(text);
  if (!value || !(*value >= 0) || !std::isfinite(*value)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("option '--{}' = '{}', must be a number >= 0", option, text));
  }
  return *value;
}

OptionSpec one_of(OptionSpec option, std::vector<std::string> words) {
  option.words = std::move(words);
  return option;
}

OptionSpec needed(OptionSpec option) {
  option.use = OptionUse::needed;
  return option;
}

OptionSpec rare(OptionSpec option) {
  option.use = OptionUse::rare;
  return option;
}

std::string help_text(const Command& command) {
  constexpr std::size_t width = 80, column = 28;
  std::string text =
      fmt::format("usage: hashlab {} {}\n\n{}\n", command.name, command.arguments, command.details);
  constexpr std::array<std::pair<OptionUse, const char*>, 3> groups = {
      {{OptionUse::needed, "Required"},
       {OptionUse::common, "Options"},
       {OptionUse::rare, "Advanced"}}};
  for (const auto& [use, title] : groups) {
    bool is_first = true;
    for (const OptionSpec& option : command.options) {
      if (option.use != use) continue;
      if (std::exchange(is_first, false)) text += fmt::format("\n{}:\n", title);
      text += option_text(option, column);
    }
  }
  return laid_out(text, width);
}

}  // namespace hashlab::experiments
