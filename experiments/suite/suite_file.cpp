#include "experiments/suite/suite_file.h"

#include "experiments/suite/suite_keys.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/import/words.h"
#include "lib/metrics/metrics.h"
#include "lib/options.h"
#include "lib/plain_name.h"
#include "lib/utf8.h"
#include "results/scores/recorded_metric.h"
#include "results/scores/registry.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <filesystem>
#include <sstream>

namespace hashlab::experiments {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;
using Values = SuiteKey::Values;

/// With true neighbours, the share of them among as many items comes first, as vector databases
/// report it. With label-based ground truth, AUPRC comes second, because it may reverse the order
/// of methods (see docs/explanation/auprc.md).
Values default_metrics(const GroundTruth& ground_truth) {
  if (const NeighbourTruth* truth = ground_truth.neighbours()) {
    return {fmt::format("recall-top@{}", truth->k), "map"};
  }
  return ground_truth.by_ball() ? Values{"auprc", "map"} : Values{"map", "auprc"};
}

Suite default_suite() {
  Suite suite;
  suite.ground_truth_given = false;
  suite.splits = {"literature", "improved"};
  suite.metrics = default_metrics(suite.ground_truth);
  suite.bits = {32};
  return suite;
}

const SuiteKey& find_key(const std::string& name, const std::string& source) {
  std::vector<std::string> known;
  for (const SuiteKey& key : suite_keys()) {
    if (key.name == name) return key;
    known.push_back(key.name);
  }
  refuse(fmt::format("{}: unknown key '{}'{} ('hashlab run --help' shows all)", source, name,
                     suggestion(name, known)));
}

/// Pairs of a key and its values, in the order of the file.
using Settings = std::vector<std::pair<std::string, Values>>;

void append(Settings& settings, const std::string& key, const std::string& value) {
  for (auto& [known, values] : settings) {
    if (known == key) return values.push_back(value);
  }
  settings.push_back({key, {value}});
}

/// The text of a line as Boost parses it: without comment, and without blanks at both ends.
std::string content_of_line(const std::string& line) {
  constexpr const char* blanks = " \t\r\n";
  const std::string content = line.substr(0, line.find('#'));
  const std::size_t first = content.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return content.substr(first, content.find_last_not_of(blanks) + 1 - first);
}

/// Refuses invalid lines before Boost does, because Boost's message has no line number, and never
/// ends if the line contains "%invalid_line%", a placeholder of that message.
void check_lines(const std::string& text, const std::string& source) {
  std::istringstream in(text);
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    const std::string content = content_of_line(line);
    if (content.empty()) continue;
    if (content.find('=') != std::string::npos) {
      // Messages list settings in this form: "test-queries = 300, training = 600".
      const std::size_t comma = content.find(", ");
      if (comma != std::string::npos && content.find(" = ", comma) != std::string::npos) {
        refuse(fmt::format("{}:{}: has several settings, expected each in a line of its own",
                           source, number));
      }
      continue;
    }
    if (content.starts_with('[') && content.ends_with(']')) continue;
    refuse(fmt::format("{}:{}: {} is no setting, expected 'key = value'", source, number,
                       in_quotes(content)));
  }
}

Settings parse_ini(const std::string& text, const std::string& source) {
  if (text.find('\0') != std::string::npos) {
    refuse(fmt::format("{}: is not a text file, expected an experiment file of 'key = value' lines",
                       source));
  }
  check_lines(text, source);
  Settings settings;
  std::istringstream in(text);
  try {
    const po::options_description none;
    for (const auto& option : po::parse_config_file(in, none, true).options) {
      find_key(option.string_key, source);
      for (const std::string& value : option.value) append(settings, option.string_key, value);
    }
  } catch (const po::error&) {
    refuse(fmt::format("{}: is no suite, expected lines 'key = value'", source));
  }
  return settings;
}

/// A remedy if one line has several values that the key takes in a line each; empty if the problem
/// is another one.
std::string one_by_one(const SuiteKey& key, const Values& values, Suite suite) {
  const auto several = std::find_if(values.begin(), values.end(), [](const std::string& value) {
    return split_list({value}).size() > 1;
  });
  if (!key.list || several == values.end()) return "";
  try {
    key.set(suite, split_list(values));
  } catch (const Error&) {
    return "";
  }
  const Values words = split_list({*several});
  return fmt::format("; give each value by itself: '{0} = {1}', then '{0} = {2}'", key.name,
                     words[0], words[1]);
}

void apply(Suite& suite, const Settings& settings, const std::string& source) {
  for (const auto& [name, values] : settings) {
    const SuiteKey& key = find_key(name, source);
    if (!key.list && values.size() > 1) {
      refuse(fmt::format("{}: key '{}' is given {} times, expected once", source, name,
                         values.size()));
    }
    if (values.back().empty() && !key.may_be_empty) {
      refuse(fmt::format("{}: key '{}' has no value", source, name));
    }
    try {
      key.set(suite, values);
    } catch (const Error& error) {
      throw Error(error.code(),
                  fmt::format("{}: {}{}", source, error.what(), one_by_one(key, values, suite)));
    }
  }
}

Settings parse_overrides(const std::vector<std::string>& overrides) {
  Settings settings;
  for (const std::string& text : overrides) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      refuse(fmt::format("--set '{}': expected key=value", text));
    }
    append(settings, text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

/// The values of a key in the settings, or null.
const Values* values_of(const Settings& settings, const std::string& key) {
  for (const auto& [known, values] : settings) {
    if (known == key) return &values;
  }
  return nullptr;
}

/// The name of the requested profile; overrides come first. Empty if there is none.
std::string profile_of(const Settings& settings, const Settings& overrides) {
  for (const Settings* given : {&overrides, &settings}) {
    if (const Values* values = values_of(*given, "profile")) return values->back();
  }
  return "";
}

/// Refuses paths as profiles, because a profile's name can also be the name of a results folder.
void check_profile_name(const std::string& name, const std::string& source) {
  if (is_plain_name(name) && name.find('/') == std::string::npos && !name.starts_with('.')) return;
  refuse(
      fmt::format("{}: profile '{}': expected the name of a file in the folder 'datasets' beside "
                  "the suite, without folder and '.ini', such as cifar10",
                  source, visible_text(name)));
}

[[noreturn]] void fail_without_profile(const std::string& name, const std::string& source,
                                       const std::vector<std::string>& folders) {
  if (folders.empty()) refuse(source + ": key 'profile' has its place in suite files alone");
  std::vector<std::string> paths, known;
  for (const std::string& folder : folders) {
    paths.push_back(fmt::format("{}/{}.ini", folder, name));
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().extension() == ".ini") known.push_back(entry.path().stem().string());
    }
  }
  throw Error(ErrorCode::not_found,
              fmt::format("{}: there is no profile '{}'{} (expected {}, with settings of a data "
                          "set such as 'dataset = FILE')",
                          source, name, suggestion(name, known), fmt::join(paths, " or ")));
}

void apply_profile(Suite& suite, const std::string& name, const std::string& source,
                   const std::vector<std::string>& folders) {
  check_profile_name(name, source);
  for (const std::string& folder : folders) {
    const std::string path = fmt::format("{}/{}.ini", folder, name);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) continue;
    const Settings settings = parse_ini(read_text(path), path);
    for (const char* key : {"name", "datasets", "profile"}) {
      if (values_of(settings, key) == nullptr) continue;
      refuse(fmt::format("{}: key '{}' belongs in a suite, and this is a profile: leave it out",
                         path, key));
    }
    return apply(suite, settings, path);
  }
  fail_without_profile(name, source, folders);
}

/// Completes the views of a suite, and refuses settings that exclude each other.
void complete_views(Suite& suite, const std::string& source) {
  const auto fail = [&](const std::string& what) { refuse(fmt::format("{}: {}", source, what)); };
  if (suite.directions.empty()) {
    if (!suite.views.empty() || !suite.database_codes.empty()) {
      fail(
          "keys 'views' and 'codes-of-database' go with 'direction', such as 'direction = "
          "image>text'");
    }
  } else {
    if (!suite.view.empty()) fail("keys 'view' and 'direction' exclude each other");
    if (!suite.ground_truth.by_class()) {
      fail(
          "directions between views need groundtruth = class: distances of views cannot be "
          "compared");
    }
    if (suite.database_codes.empty()) suite.database_codes = {"function"};
    for (const results::Direction& d : suite.directions) {
      if (suite.views.empty() && d.query != d.database) suite.views = {d.query, d.database};
    }
    if (suite.views.empty()) {
      fail("'direction' stays within one view: name both by 'views = VIEW VIEW', or use 'view'");
    }
    for (const results::Direction& d : suite.directions) {
      for (const std::string& view : {d.query, d.database}) {
        if (view != suite.views.front() && view != suite.views.back()) {
          fail(
              fmt::format("direction = {} has view '{}', but the suite's are {} and {}: one "
                          "suite learns from one pair of views",
                          d.text(), view, suite.views.front(), suite.views.back()));
        }
      }
    }
  }
  for (const Method& method : suite.methods) {
    if (method.is_auto() && !suite.directions.empty()) {
      fail(
          "hasher = auto chooses among methods of one view: use 'view' in place of 'direction', or "
          "leave it out");
    }
    bool taken = false;
    for (const results::Direction& direction : all_directions(suite)) {
      taken = taken || takes(method, direction);
    }
    if (taken && (suite.directions.empty() || method.has_bits())) continue;
    if (suite.directions.empty()) {
      fail(
          fmt::format("'{}' learns from two views: add directions, such as 'direction = "
                      "image>text text>image'",
                      method.name()));
    }
    if (method.base() != nullptr && method.base()->has_two_views()) {
      fail(
          fmt::format("'{}' does not give {} codes to items: add 'function' to "
                      "codes-of-database, or leave it out",
                      method.name(), fmt::join(suite.database_codes, " or ")));
    }
    if (!method.has_bits()) {
      fail(
          fmt::format("'{}' ranks features, but experiments with a direction rank codes or values "
                      "of a projection: leave it out, or use 'view' in place of 'direction'",
                      method.name()));
    }
    fail(
        fmt::format("'{}' learns from one view, but no direction stays within a view: add one, "
                    "such as 'direction = {}>{}', or leave it out",
                    method.name(), suite.views.front(), suite.views.front()));
  }
}

/// The keys of the scores that compare features, and are therefore impossible with two views.
std::string families_of_features(const results::CellScores* configured) {
  std::vector<std::string> keys;
  for (const auto& family : results::all_scores()) {
    const results::ScoreInfo info = family->info();
    if (!info.compares_features) continue;
    if (configured == nullptr || !configured->text_of(info.key).empty()) keys.push_back(info.key);
  }
  return fmt::format("{}", fmt::join(keys, " and "));
}

/// Refuses scores that do not go with the rest of the file.
void check_scores(const Suite& suite, const std::string& source) {
  const results::ScoredSuite facts{
      .has_embeddings = !method_names(suite, &Method::has_codes, false).empty(),
      .has_learn_classes = !suite.learn_classes.empty()};
  for (const auto& score : suite.scores) {
    const std::string why = score->misfit(facts);
    if (!why.empty()) refuse(fmt::format("{}: {}", source, why));
  }
  if (!suite.directions.empty() && !families_of_features(&suite.scores).empty()) {
    refuse(
        fmt::format("{}: {} compare features, which those of two views are not "
                    "comparable by: leave them out, or use 'view' in place of 'direction'",
                    source, families_of_features(nullptr)));
  }
}

}  // namespace

Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides,
                  const std::vector<std::string>& profiles) {
  Suite suite = default_suite();
  suite.metrics.clear();
  const Settings settings = parse_ini(text, source), changes = parse_overrides(overrides);
  const std::string profile = profile_of(settings, changes);
  if (!profile.empty()) apply_profile(suite, profile, source, profiles);
  apply(suite, settings, source);
  apply(suite, changes, "--set");
  if (suite.metrics.empty()) suite.metrics = default_metrics(suite.ground_truth);
  for (const auto& [key, value] : {std::pair{"name", suite.name}, {"dataset", suite.dataset}}) {
    if (value.empty()) refuse(fmt::format("{}: key '{}' is missing", source, key));
  }
  if (suite.name.find('/') != std::string::npos || suite.name.starts_with('.')) {
    refuse(fmt::format("{}: name = '{}' cannot be a folder's name", source, suite.name));
  }
  if (suite.methods.empty()) {
    refuse(fmt::format("{}: key 'hasher' is missing, such as 'hasher = itq+sbq'", source));
  }
  complete_views(suite, source);
  check_scores(suite, source);
  const bool has_auto = std::any_of(suite.methods.begin(), suite.methods.end(),
                                    [](const Method& method) { return method.is_auto(); });
  if (has_auto && suite.ground_truth.neighbours() != nullptr) {
    refuse(
        fmt::format("{}: auto compares methods by class or by an epsilon-neighbourhood: use "
                    "another groundtruth than neighbours",
                    source));
  }
  const bool has_codes = suite.methods.front().has_codes();  // methods without codes come last
  for (const std::string& name : suite.metrics) {
    if (const std::string why = results::why_not_recorded(suite.scores, name); !why.empty()) {
      refuse(fmt::format("{}: {}", source, why));
    }
    if (results::recorded_metric(name)) continue;
    if (const std::string why = beyond_reach(suite, metric(name)); !why.empty()) {
      refuse(fmt::format("{}: {}", source, why));
    }
    if (has_codes || !metric(name).by_code_distance) continue;
    refuse(
        fmt::format("{}: metric '{}' counts within radii of code distances, but there is no "
                    "hasher; ask for one by rank, such as 'precision-top@100'",
                    source, name));
  }
  if (!suite.learn_classes.empty()) {
    if (!suite.ground_truth.by_class()) {
      refuse(fmt::format("{}: learn-classes needs groundtruth = class", source));
    }
    for (const std::string& codes : suite.database_codes) {
      if (codes != "label") continue;
      refuse(
          fmt::format("{}: codes-of-database = label are made of the classes that rankings are "
                      "judged by: leave learn-classes or them out",
                      source));
    }
  }
  if (has_grids(suite) && results::recorded_metric(selection_metric(suite))) {
    refuse(
        fmt::format("{}: grids are chosen by a metric of counts, and '{}' is none: set "
                    "'select-by', such as map",
                    source, selection_metric(suite)));
  }
  return suite;
}

Suite read_suite(const std::string& path, const std::vector<std::string>& overrides) {
  return parse_suite(read_text(path), path, overrides, {profiles_beside(path)});
}

std::string profiles_beside(const std::string& suite_path) {
  return (fs::path(suite_path).parent_path() / "datasets").string();
}

std::string suite_text(const Suite& suite) {
  std::string text;
  for (const SuiteKey& key : suite_keys()) {
    for (const std::string& value : key.get(suite))
      text += fmt::format("{} = {}\n", key.name, value);
  }
  return text;
}

std::string suite_help() {
  std::string text = "Keys of an experiment file (also for --set), with defaults:\n";
  const Suite defaults = default_suite();
  for (const SuiteKey& key : suite_keys()) {
    std::string help = key.help;
    for (std::size_t at = 0; (at = help.find('\n', at)) != std::string::npos; at += 26) {
      help.replace(at, 1, "\n" + std::string(24, ' '));
    }
    const std::string values = fmt::format("{}", fmt::join(key.get(defaults), ", "));
    const bool told = values.empty() || values.size() > 40;  // the help itself states long defaults
    text +=
        fmt::format("  {:<20}  {}{}\n", key.name, help, told ? "" : fmt::format(" [{}]", values));
  }
  return text;
}

}  // namespace hashlab::experiments
