#include "experiments/manual/manual_page.h"

#include "experiments/commands/commands.h"
#include "experiments/suite/suite_file.h"
#include "experiments/suite/suite_keys.h"
#include "lib/sweep_parts.h"
#include "lib/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab::experiments {
namespace {

/// Text in which nothing is taken for a request of the typesetter. A '-' becomes the character that
/// can be copied to a shell.
std::string typeset(std::string_view text) {
  std::string result;
  if (text.starts_with('.') || text.starts_with('\'')) result = "\\&";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\(rs";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", typeset(text));
}

std::string italic(std::string_view text) {
  return text.empty() ? "" : fmt::format(" \\fI{}\\fR", typeset(text));
}

std::string header(std::string_view name, int section, std::string_view summary) {
  std::string title(name);
  std::transform(title.begin(), title.end(), title.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return fmt::format(
      ".\\\" Written by hashlab_manual from the program's own descriptions.\n"
      ".TH {} {} \"\" \"hashlab {}\" \"Manual of hashlab\"\n.SH NAME\n{} \\- {}\n",
      title, section, version(), typeset(name), typeset(summary));
}

/// Paragraphs, and blocks of indented lines, which keep their form.
std::string body(const std::string& text) {
  std::string result;
  bool is_kept = false;
  for (const std::string& line : split_at(text, '\n')) {
    const bool keeps = line.starts_with("  ");
    if (keeps && !is_kept) result += ".PP\n.RS 4\n.nf\n";
    if (!keeps && is_kept) result += ".fi\n.RE\n";
    if (!keeps && (is_kept || line.empty())) result += ".PP\n";
    is_kept = keeps;
    if (!line.empty()) result += typeset(keeps ? line.substr(2) : line) + "\n";
  }
  if (is_kept) result += ".fi\n.RE\n";
  // One request between two paragraphs is enough.
  const std::string twice = ".PP\n.PP\n";
  for (std::size_t at; (at = result.find(twice)) != result.npos;) result.erase(at, 4);
  return result;
}

std::string entry(const std::string& title, const std::string& text) {
  std::string result = fmt::format(".TP\n{}\n", title);
  for (const std::string& line : split_at(text, '\n')) {
    result += typeset(line) + "\n";
  }
  return result;
}

std::string options(const Command& command) {
  constexpr std::array<std::pair<OptionUse, const char*>, 3> groups = {
      {{OptionUse::needed, "Required"},
       {OptionUse::common, "Common"},
       {OptionUse::rare, "Advanced"}}};
  std::string text = ".SH OPTIONS\n";
  for (const auto& [use, title] : groups) {
    bool is_first = true;
    for (const OptionSpec& option : command.options) {
      if (option.use != use) continue;
      if (std::exchange(is_first, false)) text += fmt::format(".SS {}\n", title);
      text += entry(bold("--" + option.name) + italic(option.value),
                    option.help + (option.repeatable ? " (may be repeated)" : ""));
    }
  }
  return text + entry(bold("--help"), "show this description in short form");
}

std::string exit_status() {
  return ".SH EXIT STATUS\n" + entry(bold("0"), "success") +
         entry(bold("1"),
               "an experiment failed, a check found a problem, or output was not written") +
         entry(bold("2"), "bad arguments or input; nothing was changed") +
         entry(bold("130"), "stopped by a signal such as Ctrl-C; finished results are kept");
}

std::string see_also(const std::string& pages) {
  return ".SH SEE ALSO\n" + pages + "\n";
}

std::string page_of(std::string_view name, int section) {
  return fmt::format("{}({})", bold(name), section);
}

std::string overview() {
  std::string text = header("hashlab", 1, "learning to hash, measured");
  text += ".SH SYNOPSIS\n" + bold("hashlab") + italic("COMMAND") + " [arguments]\n";
  text +=
      ".SH DESCRIPTION\nLearning to hash turns features, such as image descriptors, into short "
      "binary codes whose distances preserve similarity. hashlab trains hashing methods, runs "
      "experiments on splits without leaks, computes metrics with exact treatment of ties, and "
      "prints tables with statistical tests.\n.PP\nFirst import your data, write an experiment "
      "file, run it, and look at the tables.\n";
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format(".SH {}\n", group.title);
    for (const Command& command : group.commands) {
      text += entry(page_of("hashlab-" + command.name, 1), command.summary);
    }
  }
  text += ".SH ENVIRONMENT\n";
  text += entry(bold("HASHLAB_DATA"), "folder of data sets, if an option does not name another");
  text += entry(bold("HASHLAB_KERNEL"),
                "implementation of the Hamming distance, from 'hashlab list kernels'");
  text += entry(bold("HASHLAB_BLAS"),
                "'portable' for equal last digits on all processors with AVX2, which is the "
                "default, or 'native'");
  text += entry(bold("HDF5_USE_FILE_LOCKING"), "FALSE on file systems without locks");
  return text + exit_status() +
         see_also(page_of("hashlab-run", 1) + ", " + page_of("hashlab-suite", 5));
}

std::string suite_page() {
  std::string text = header("hashlab-suite", 5, "experiment files of hashlab");
  text +=
      ".SH DESCRIPTION\nAn experiment file names data sets, hashing methods, code lengths, "
      "splitting protocols and metrics. Each line is\n.PP\n.RS 4\n.nf\nkey = value\n.fi\n.RE\n.PP\n"
      "A '#' begins a comment. A key that takes a list can be given several times.\n.SH KEYS\n";
  for (const SuiteKey& key : suite_keys()) text += entry(bold(key.name), key.help);
  return text + see_also(page_of("hashlab-run", 1));
}

}  // namespace

std::string manual_page(const Command& command) {
  const std::string name = "hashlab-" + command.name;
  return header(name, 1, command.summary) + ".SH SYNOPSIS\n" + bold("hashlab " + command.name) +
         " " + typeset(command.arguments) + "\n.SH DESCRIPTION\n" + body(command.details) +
         options(command) + exit_status() +
         see_also(page_of("hashlab", 1) + ", " + page_of("hashlab-suite", 5));
}

std::map<std::string, std::string> manual_pages() {
  std::map<std::string, std::string> pages = {{"hashlab.1", overview()},
                                              {"hashlab-suite.5", suite_page()}};
  for (const Command& command : all_commands()) {
    pages[fmt::format("hashlab-{}.1", command.name)] = manual_page(command);
  }
  return pages;
}

}  // namespace hashlab::experiments
