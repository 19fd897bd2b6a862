#include "experiments/suite/suite_members.h"

#include "experiments/suite/suite_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/plain_name.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <filesystem>
#include <set>
#include <sstream>

namespace hashlab::experiments {
namespace {

namespace po = boost::program_options;

/// What a file that names other suites says.
struct Shared {
  std::string name;
  std::vector<std::string> files;
  std::string settings;  ///< as INI text
};

Shared read_shared(const std::string& path) {
  Shared shared;
  std::istringstream in(read_file(path));
  try {
    const po::options_description none;
    for (const auto& option : po::parse_config_file(in, none, true).options) {
      for (const std::string& value : option.value) {
        if (option.string_key == "suite") {
          shared.files.push_back(value);
        } else if (option.string_key == "name") {
          shared.name = value;
        } else {
          shared.settings += fmt::format("{} = {}\n", option.string_key, value);
        }
      }
    }
  } catch (const po::error&) {  // a suite on its own says better what is wrong
    return {};
  }
  return shared;
}

}  // namespace

std::vector<Member> read_suites(const std::string& path, const std::vector<std::string>& overrides,
                                const std::string& out) {
  const Shared shared = read_shared(path);
  const auto check_name = [&](const std::string& name) {
    require_plain_name(path, name, "change the key 'name'");
  };
  const auto folder = [&](const std::string& name) {
    return out.empty() ? "results/runs/" + name : out;
  };
  if (shared.files.empty()) {
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
  for (const std::string& file : shared.files) {
    const std::string member = (std::filesystem::path(path).parent_path() / file).string();
    const Suite suite = parse_suite(shared.settings + read_file(member),
                                    fmt::format("{} in {}", member, path), overrides);
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
