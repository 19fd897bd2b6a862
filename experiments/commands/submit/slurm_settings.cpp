#include "experiments/commands/submit/slurm_settings.h"

#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/numbers.h"
#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace hashlab::experiments {
namespace {

std::string without_blanks(const std::string& text) {
  constexpr const char* blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool has_only(const std::string& text, const char* allowed) {
  return text.find_first_not_of(allowed) == text.npos;
}

std::size_t count_of(const std::string& key, const std::string& value, std::size_t most,
                     const std::string& where) {
  const auto number = parse_whole(value);
  if (!number || *number == 0 || *number > most) {
    refuse(fmt::format("{}: {} = '{}', must be a whole number from 1 to {}", where, key,
                       visible_text(value), most));
  }
  return *number;
}

}  // namespace

void set_slurm_setting(SlurmSettings& settings, const std::string& key, const std::string& value,
                       const std::string& where) {
  // A value becomes part of one line of a script, so it must not contain line breaks.
  if (value.empty() || std::any_of(value.begin(), value.end(),
                                   [](unsigned char c) { return c < 0x20 || c == 0x7f; })) {
    refuse(fmt::format("{}: {} = '{}', must be one line of text", where, key, visible_text(value)));
  }
  const auto name = [&] {
    if (value.find_first_of(" \t") != value.npos) {
      refuse(fmt::format("{}: {} = '{}', must be one word", where, key, visible_text(value)));
    }
    return value;
  };
  constexpr std::size_t max_tasks = 10'000, max_cpus = 1024;
  if (key == "partition") {
    settings.partition = name();
  } else if (key == "account") {
    settings.account = name();
  } else if (key == "time") {
    if (!has_only(value, "0123456789-:")) {
      refuse(
          fmt::format("{}: time = '{}', must be minutes, hours:minutes:seconds or "
                      "days-hours:minutes:seconds",
                      where, visible_text(value)));
    }
    settings.time = value;
  } else if (key == "nodes") {
    settings.nodes = count_of(key, value, max_tasks, where);
  } else if (key == "cpus") {
    settings.cpus = count_of(key, value, max_cpus, where);
  } else if (key == "option") {
    if (!value.starts_with('-')) {
      refuse(fmt::format("{}: option = '{}', must be an option of sbatch, such as --qos=long",
                         where, visible_text(value)));
    }
    settings.options.push_back(value);
  } else if (key == "setup") {
    settings.setup.push_back(value);
  } else {
    refuse(
        fmt::format("{}: unknown key '{}': there are partition, account, time, nodes, cpus, "
                    "option and setup",
                    where, visible_text(key)));
  }
}

SlurmSettings read_slurm_settings(const std::string& path) {
  SlurmSettings settings;
  std::istringstream lines(read_text(path));
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::string where = fmt::format("{}:{}", path, number);
    const std::string text = without_blanks(line);
    if (text.empty() || text.starts_with('#')) continue;
    const std::size_t equals = text.find('=');
    if (equals == text.npos) {
      refuse(
          fmt::format("{}: '{}' is no setting, expected 'key = value'", where, visible_text(text)));
    }
    set_slurm_setting(settings, without_blanks(text.substr(0, equals)),
                      without_blanks(text.substr(equals + 1)), where);
  }
  return settings;
}

std::string default_site_file() {
  if (const char* named = std::getenv("HASHLAB_SITE"); named != nullptr && *named != '\0') {
    return named;
  }
  const char* home = std::getenv("HOME");
  const std::string path = fmt::format("{}/.config/hashlab/site.ini", home == nullptr ? "" : home);
  std::error_code ignored;
  return home != nullptr && std::filesystem::exists(path, ignored) ? path : "";
}

}  // namespace hashlab::experiments
