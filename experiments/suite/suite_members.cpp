#include "experiments/suite/suite_members.h"

#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/plain_name.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace hashlab::experiments {
namespace {

namespace po = boost::program_options;

/// A line 'suite = FILE', or a word of 'datasets'.
struct Named {
  bool is_file;
  std::string text;
};

/// The contents of a file that names other suites.
struct Shared {
  std::string name;
  std::vector<Named> members;
  std::string settings;  ///< as INI text
};

/// The text of a named suite, its source in messages, and the folders of its profiles.
struct Draft {
  std::string text;
  std::string source;
  std::vector<std::string> profiles;
};

void add_datasets(Shared& shared, std::string words, const std::string& path) {
  std::replace(words.begin(), words.end(), ',', ' ');
  std::istringstream in(words);
  const std::size_t before = shared.members.size();
  for (std::string word; in >> word;) shared.members.push_back({false, word});
  if (shared.members.size() == before) refuse(path + ": key 'datasets' has no value");
}

Shared read_shared(const std::string& path) {
  Shared shared;
  std::istringstream in(read_text(path));
  try {
    const po::options_description none;
    for (const auto& option : po::parse_config_file(in, none, true).options) {
      const std::string& key = option.string_key;
      for (const std::string& value : option.value) {
        if (key == "suite") {
          shared.members.push_back({true, value});
        } else if (key == "datasets") {
          add_datasets(shared, value, path);
        } else if (key == "name") {
          shared.name = value;
        } else {
          shared.settings += fmt::format("{} = {}\n", key, value);
        }
      }
    }
  } catch (const po::error&) {  // parsing it as a single suite gives a better message
    return {};
  }
  return shared;
}

/// Replaces the data sets of the file by those in `overrides`, and removes them from there.
void override_datasets(Shared& shared, std::vector<std::string>& overrides,
                       const std::string& path) {
  const std::string head = "datasets=";
  Shared chosen;
  std::erase_if(overrides, [&](const std::string& text) {
    if (!text.starts_with(head)) return false;
    add_datasets(chosen, text.substr(head.size()), "--set");
    return true;
  });
  if (chosen.members.empty()) return;
  const auto is_dataset = [](const Named& named) { return !named.is_file; };
  auto& members = shared.members;
  const auto first = std::find_if(members.begin(), members.end(), is_dataset) - members.begin();
  if (std::erase_if(members, is_dataset) == 0) {
    refuse(fmt::format("--set: key 'datasets' chooses others than a suite file, and {} has none",
                       path));
  }
  members.insert(members.begin() + first, chosen.members.begin(), chosen.members.end());
}

/// The draft of the suite for one data set. `settings` has the settings of all members as INI text.
Draft draft_of_dataset(const std::string& name, const std::string& settings,
                       const std::string& source, const std::vector<std::string>& profiles) {
  if (("\n" + settings).find("\ndataset = ") != std::string::npos) {
    refuse(source + ": keys 'dataset' and 'datasets' exclude each other: leave one out");
  }
  return {fmt::format("{}name = {}\nprofile = {}\n", settings, name, name), source, profiles};
}

/// The drafts of the suites that a file names, in the order of the file.
std::vector<Draft> drafts_of(const std::string& path, const Shared& shared) {
  const std::string beside = profiles_beside(path);
  std::vector<Draft> drafts;
  for (const Named& named : shared.members) {
    if (!named.is_file) {
      drafts.push_back(draft_of_dataset(named.text, shared.settings, path, {beside}));
      continue;
    }
    const std::string file = (std::filesystem::path(path).parent_path() / named.text).string();
    const std::string source = fmt::format("{} in {}", file, path);
    std::vector<std::string> profiles = {profiles_beside(file)};
    if (profiles.front() != beside) profiles.push_back(beside);
    const Shared its = read_shared(file);
    if (its.members.empty()) {
      drafts.push_back({shared.settings + read_text(file), source, profiles});
    }
    for (const auto& [is_file, text] : its.members) {
      if (is_file) refuse(source + ": names a suite itself, but a member can name data sets alone");
      drafts.push_back(draft_of_dataset(text, shared.settings + its.settings, source, profiles));
    }
  }
  return drafts;
}

}  // namespace

std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& changes,
                                const std::string& out) {
  Shared shared = read_shared(path);
  std::vector<std::string> overrides = changes;
  override_datasets(shared, overrides, path);
  const auto check_name = [&](const std::string& name) {
    require_plain_name(path, name, "change the key 'name'");
  };
  const auto folder = [&](const std::string& name) {
    return out.empty() ? "results/runs/" + name : out;
  };
  if (shared.members.empty()) {
    const Suite suite = read_suite(path, overrides);
    check_name(suite.name);
    return {{suite, {folder(suite.name)}}};
  }
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", path, what));
  };
  if (shared.name.empty() || shared.name.find('/') != std::string::npos ||
      shared.name.starts_with('.')) {
    fail(fmt::format("name = '{}' cannot be a folder's name", shared.name));
  }
  check_name(shared.name);
  std::vector<Member> members;
  std::set<std::string> names;
  for (const Draft& draft : drafts_of(path, shared)) {
    const Suite suite = parse_suite(draft.text, draft.source, overrides, draft.profiles);
    check_name(suite.name);
    if (!names.insert(suite.name).second) {
      fail(fmt::format("two of its suites are called '{}': give each a name of its own",
                       suite.name));
    }
    members.push_back({suite, {folder(shared.name) + "/" + suite.name}});
  }
  return members;
}

}  // namespace hashlab::experiments
