#include "experiments/manual/complete.h"

#include "experiments/commands/commands.h"
#include "experiments/commands/list/list_sections.h"
#include "experiments/manual/complete_names.h"
#include "experiments/suite/suite_keys.h"
#include "lib/hamming/dispatch.h"
#include "lib/sweep_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

namespace hashlab::experiments {
namespace {

using Suggestion = Completion::Suggestion;

/// The first line of a help text, without what follows its first clause.
std::string short_help(std::string_view help) {
  return std::string(help.substr(0, help.find_first_of(";:[\n")));
}

bool is_lower_case_word(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::islower(c) != 0 || c == '-';
  });
}

/// The words of "keep|fix|refuse"; none if the text is anything else.
std::vector<Suggestion> alternatives(const std::string& text) {
  std::vector<Suggestion> words;
  for (const std::string& word : split_at(text, '|')) {
    if (!is_lower_case_word(word)) return {};
    words.push_back({word, ""});
  }
  if (words.size() < 2) words.clear();
  return words;
}

/// True for placeholders such as "FILE", "DATA.h5", "CODES" and "LIST".
bool names_a_file(const std::string& placeholder) {
  static const std::vector<std::string> others = {"FILE", "CODES", "DATA", "LIST", "PATH"};
  return placeholder.find('.') != std::string::npos ||
         std::find(others.begin(), others.end(), placeholder) != others.end();
}

void add_files(Completion& completion, const std::string& before) {
  completion.files = true;
  completion.before_file = before;
}

std::vector<Suggestion> keys_of_suites() {
  std::vector<Suggestion> keys;
  for (const SuiteKey& key : suite_keys()) keys.push_back({key.name + "=", short_help(key.help)});
  return keys;
}

/// The values that fit a key of experiment files: "split=impr" -> "split=improved".
std::vector<Suggestion> values_of_key(const std::string& typed) {
  static const std::map<std::string, std::string> placeholders = {
      {"hasher", "HASHER"}, {"metric", "METRIC"}, {"split", "SPLIT"}, {"groundtruth", "G"}};
  const std::size_t equals = typed.find('=');
  const auto found = placeholders.find(typed.substr(0, equals));
  if (found == placeholders.end()) return {};
  std::vector<Suggestion> values = names_of(found->second, typed.substr(equals + 1))->suggestions;
  for (Suggestion& value : values) value.word.insert(0, typed, 0, equals + 1);
  return values;
}

/// Adds what fits a value of an option or an argument, of which `typed` is there.
void add_values(Completion& completion, const std::string& placeholder, const std::string& typed) {
  std::vector<Suggestion>& suggestions = completion.suggestions;
  if (suggestions = alternatives(placeholder); !suggestions.empty()) return;
  if (placeholder == "DIR") {
    completion.folders = true;
  } else if (names_a_file(placeholder)) {
    add_files(completion, "");
  } else if (placeholder == "[ROLE=]FILE" || placeholder == "NAME=LIST") {
    add_files(completion, typed.substr(0, typed.find('=') + 1));
  } else if (placeholder == "KEY=VALUE") {
    suggestions = typed.find('=') == typed.npos ? keys_of_suites() : values_of_key(typed);
    completion.may_continue = true;
  } else if (const auto names = names_of(placeholder, typed)) {
    suggestions = names->suggestions;
    completion.may_continue = names->may_continue;
  }
}

void add_values(Completion& completion, const OptionSpec& option, const std::string& typed) {
  for (const std::string& word : option.words) completion.suggestions.push_back({word, ""});
  if (option.words.empty()) add_values(completion, option.value, typed);
}

void add_options(Completion& completion, const Command& command,
                 const std::vector<std::string>& before) {
  for (const OptionSpec& option : command.options) {
    const std::string word = "--" + option.name;
    const bool is_given = std::find(before.begin(), before.end(), word) != before.end();
    if (is_given && !option.repeatable) continue;
    completion.suggestions.push_back({word, short_help(option.help)});
  }
  completion.suggestions.push_back({"--help", "show all options"});
}

const OptionSpec* option_of(const Command& command, std::string_view word) {
  for (const OptionSpec& option : command.options) {
    if (word == "--" + option.name) return &option;
  }
  return nullptr;
}

/// Adds what fits an argument that is no option, `place` counted from 0.
void add_arguments(Completion& completion, const Command& command, std::size_t place) {
  if (place >= command.max_positional) return;
  const std::vector<std::string> forms = split_at(command.arguments, ' ');
  if (place == 0) completion.suggestions = alternatives(forms.front());
  if (command.name == "list") {
    for (const std::string& name : listed_names()) completion.suggestions.push_back({name, ""});
    for (const Kernel* kernel : all_kernels()) completion.suggestions.push_back({kernel->name, ""});
  } else if (completion.suggestions.empty()) {
    add_files(completion, "");
    if (command.name == "make-data" && place == 0) {
      completion.suggestions = alternatives("pictures|pictures-multi|pictures-tags|synthetic");
    }
  }
}

Completion complete_of(const Command& command, const std::vector<std::string>& words) {
  Completion completion;
  const std::string& typed = words.back();
  const std::vector<std::string> before(words.begin() + 1, words.end() - 1);
  const OptionSpec* last = before.empty() ? nullptr : option_of(command, before.back());
  const std::size_t equals = typed.starts_with("--") ? typed.find('=') : typed.npos;
  if (last != nullptr && !last->value.empty()) {
    add_values(completion, *last, typed);
  } else if (equals != typed.npos) {
    const OptionSpec* option = option_of(command, typed.substr(0, equals));
    if (option == nullptr || option->value.empty()) return completion;
    const std::string name = typed.substr(0, equals + 1);
    add_values(completion, *option, typed.substr(equals + 1));
    for (Suggestion& suggestion : completion.suggestions) suggestion.word.insert(0, name);
    completion.before_file.insert(0, name);
  } else if (typed.starts_with("-")) {
    add_options(completion, command, before);
  } else {
    std::size_t arguments = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const OptionSpec* option = option_of(command, before[i]);
      if (option != nullptr && !option->value.empty()) {
        ++i;
      } else if (!before[i].starts_with("--")) {
        ++arguments;
      }
    }
    add_arguments(completion, command, arguments);
    // Where nothing else fits, a list of the options helps.
    const bool offers = completion.files || !completion.suggestions.empty();
    if (!offers) add_options(completion, command, before);
  }
  return completion;
}

}  // namespace

Completion complete(const std::vector<std::string>& words) {
  Completion completion;
  if (words.size() < 2) {
    for (const Command& command : all_commands()) {
      completion.suggestions.push_back({command.name, command.summary});
    }
    completion.suggestions.push_back({"--help", "list all commands"});
    completion.suggestions.push_back({"--version", "show versions"});
  } else {
    for (const Command& command : all_commands()) {
      if (command.name == words.front()) completion = complete_of(command, words);
    }
  }
  const std::string typed = words.empty() ? "" : words.back();
  std::erase_if(completion.suggestions,
                [&](const Suggestion& suggestion) { return !suggestion.word.starts_with(typed); });
  return completion;
}

std::string completion_text(const Completion& completion) {
  std::string text;
  if (completion.files) text += fmt::format(":files {}\n", completion.before_file);
  if (completion.folders) text += fmt::format(":folders {}\n", completion.before_file);
  if (completion.may_continue) text += ":continue\n";
  for (const Suggestion& suggestion : completion.suggestions) {
    text += fmt::format("{}\t{}\n", suggestion.word, suggestion.help);
  }
  return text;
}

}  // namespace hashlab::experiments
