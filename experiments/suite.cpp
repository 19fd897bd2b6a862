#include "experiments/suite.h"

#include "experiments/reference.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files.h"
#include "lib/metrics/metrics.h"
#include "splits/registry.h"

#include <fmt/format.h>
#include <boost/program_options.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <sstream>

namespace hashlab {
namespace {

namespace po = boost::program_options;
using Values = std::vector<std::string>;

/// One key of a suite file: the only place that knows it.
struct Key {
  std::string name, help;
  bool list;  // may be given several times
  std::function<void(Suite&, const Values&)> set;
  std::function<Values(const Suite&)> get;
  bool may_be_empty = false;
};

[[noreturn]] void fail(const std::string& message) {
  throw Error(ErrorCode::invalid_argument, message);
}

std::uint64_t parse_count(const std::string& key, const std::string& text, std::uint64_t min,
                          std::uint64_t max) {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value < min || value > max) {
    fail(
        fmt::format("option '{}' = '{}', must be a whole number in {} .. {}", key, text, min, max));
  }
  return value;
}

Values split_list(const Values& values) {
  Values words;
  for (std::string value : values) {
    std::replace(value.begin(), value.end(), ',', ' ');
    std::istringstream in(value);
    for (std::string word; in >> word;) words.push_back(word);
  }
  return words;
}

void refuse_repeats(const std::string& key, Values values) {
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice != values.end()) fail(fmt::format("option '{}' names '{}' twice", key, *twice));
}

/// A suite file would lose these: '#' starts a comment there, and values are trimmed.
bool fits_in_a_line(const std::string& text) {
  constexpr const char* spaces = " \t\r\n";
  return text.empty() ||
         (text.find_first_of("#\r\n") == std::string::npos && text.find_first_not_of(spaces) == 0 &&
          text.find_last_not_of(spaces) + 1 == text.size());
}

Key text_key(const std::string& name, std::string help, std::string Suite::*field,
             bool may_be_empty = false) {
  return {name,
          std::move(help),
          false,
          [=](Suite& s, const Values& v) {
            if (!fits_in_a_line(v.back())) {
              fail(
                  fmt::format("key '{}' has a '#', a line break or a space at an end, which a "
                              "suite file cannot hold",
                              name));
            }
            s.*field = v.back();
          },
          [=](const Suite& s) { return (s.*field).empty() ? Values{} : Values{s.*field}; },
          may_be_empty};
}

Key size_key(const std::string& name, std::string help, std::size_t SplitSizes::*field) {
  return {name, std::move(help), false,
          [=](Suite& s, const Values& v) {
            s.sizes.*field = parse_count(name, v.back(), 0, 4294967295u);
          },
          [=](const Suite& s) { return Values{std::to_string(s.sizes.*field)}; }};
}

void set_names(const std::string& key, std::vector<std::string>& field, const Values& values,
               const std::function<std::string(const std::string&)>& canonical) {
  field.clear();
  for (const std::string& value : values) field.push_back(canonical(value));
  refuse_repeats(key, field);
}

void set_bits(Suite& s, const Values& values) {
  s.bits.clear();
  Values texts;
  for (const std::string& word : split_list(values)) {
    s.bits.push_back(parse_count("bits", word, 1, 1024));
    texts.push_back(std::to_string(s.bits.back()));
  }
  if (texts.empty()) fail("key 'bits' has no value");
  refuse_repeats("bits", texts);
}

Values bits_text(const Suite& s) {
  return {fmt::format("{}", fmt::join(s.bits, " "))};
}

void set_duplicates(Suite& s, const Values& values) {
  const std::string& value = values.back();
  if (value != "keep" && value != "exclude") {
    fail(fmt::format("option 'duplicates' = '{}', must be keep | exclude", value));
  }
  s.exclude_duplicates = value == "exclude";
}

std::string split_help() {
  Values names;
  for (const auto& strategy : splits::all()) names.push_back(strategy->info().name);
  return fmt::format("splitting strategy: {};\na line each ('hashlab list splits' explains)",
                     fmt::join(names, ", "));
}

/// An empty value takes away the grids of the file.
void set_grids(Suite& s, const Values& values) {
  s.grids.clear();
  Values names;
  for (const std::string& value : values) {
    if (value.empty() && values.size() == 1) return;
    s.grids.push_back(parse_grid(value));
    names.push_back(s.grids.back().name());
  }
  refuse_repeats("grid", names);
}

Values grids_text(const Suite& s) {
  Values texts;
  for (const Grid& grid : s.grids) texts.push_back(grid.text());
  return texts;
}

const std::vector<Key>& keys() {
  static const std::vector<Key> all = {
      text_key("name", "what the suite is called: the folder its results go to", &Suite::name),
      text_key("dataset", "data set file, looked up in the data folder", &Suite::dataset),
      {"groundtruth",
       "who is relevant: epsilon[:neighbours=50,samples=100,reference=database,\n"
       "boundary=inclusive,self=excluded] or class",
       false, [](Suite& s, const Values& v) { s.ground_truth = parse_ground_truth(v.back()); },
       [](const Suite& s) { return Values{s.ground_truth.recipe()}; }},
      {"hasher", "PROJECTION+QUANTISER[:key=value,...]; a line each", true,
       [](Suite& s, const Values& v) {
         set_names("hasher", s.hashers, v, [](const auto& t) { return make_hasher(t).name; });
       },
       [](const Suite& s) { return s.hashers; }},
      {"grid",
       "HASHER: key=value,value; key=value,value: a method 'HASHER:tuned' whose settings\n"
       "are chosen in every run, on the validation parts; a line each",
       true, set_grids, grids_text, true},
      {"select-by", "metric that grids are chosen by; the first to tabulate if left out", false,
       [](Suite& s, const Values& v) {
         s.select_by = v.back().empty() ? "" : metric(v.back()).name;
       },
       [](const Suite& s) { return s.select_by.empty() ? Values{} : Values{s.select_by}; }, true},
      {"reference",
       "rankings by real-valued distance beside the codes: euclidean, cosine; as a list", true,
       [](Suite& s, const Values& v) {
         set_names("reference", s.references, split_list(v),
                   [](const auto& t) { return reference_ranking(t).name; });
       },
       [](const Suite& s) { return s.references; }, true},
      {"bits", "code lengths, 1 .. 1024, such as 16 32 64", true, set_bits, bits_text},
      {"split", split_help(), true,
       [](Suite& s, const Values& v) {
         set_names("split", s.splits, v, [](const auto& t) {
           if (!fits_in_a_line(t)) fail("key 'split' names a path with a '#' or a space at an end");
           return make_split(t).name;
         });
       },
       [](const Suite& s) { return s.splits; }},
      {"runs", "random splits to average over", false,
       [](Suite& s, const Values& v) { s.runs = parse_count("runs", v.back(), 1, 10000); },
       [](const Suite& s) { return Values{std::to_string(s.runs)}; }},
      {"seed", "of every random draw", false,
       [](Suite& s, const Values& v) { s.seed = parse_count("seed", v.back(), 0, UINT64_MAX); },
       [](const Suite& s) { return Values{std::to_string(s.seed)}; }},
      {"metric", "metric to tabulate; a line each ('hashlab list metrics')", true,
       [](Suite& s, const Values& v) {
         set_names("metric", s.metrics, v, [](const auto& t) { return metric(t).name; });
       },
       [](const Suite& s) { return s.metrics; }},
      text_key("baseline",
               "hasher that tables test the others against: a name, or +QUANTISER for the\n"
               "one on the same projection",
               &Suite::baseline, true),
      {"tables",
       "hash tables to score as well, every combination that fits the codes, such as\n"
       "K:8/16 L:1/2/4 radius:0/1 keys:segments/sampled",
       false, [](Suite& s, const Values& v) { s.tables = parse_table_sweep(v.back()); },
       [](const Suite& s) { return s.tables.empty() ? Values{} : Values{s.tables.text()}; }, true},
      size_key("test-queries", "held-out queries", &SplitSizes::test_queries),
      size_key("validation-queries", "queries for choosing hyper-parameters",
               &SplitSizes::validation_queries),
      size_key("validation-database", "database for choosing hyper-parameters",
               &SplitSizes::validation_database),
      size_key("training", "samples that hash functions are learned from", &SplitSizes::training),
      {"folds",
       "K: runs 1 .. K take their test queries from K disjoint parts of the data, the\n"
       "next K from parts of another random order; without it runs draw independently",
       false, [](Suite& s, const Values& v) { s.folds = parse_count("folds", v.back(), 2, 10000); },
       [](const Suite& s) { return s.folds == 0 ? Values{} : Values{std::to_string(s.folds)}; }},
      {"duplicates", "keep, or exclude: rows that equal an earlier one take no part in any split",
       false, set_duplicates,
       [](const Suite& s) { return s.exclude_duplicates ? Values{"exclude"} : Values{}; }},
  };
  return all;
}

Suite default_suite() {
  Suite suite;
  suite.splits = {"literature", "improved"};
  suite.metrics = {"auprc", "map"};
  suite.bits = {32};
  return suite;
}

const Key& find_key(const std::string& name, const std::string& source) {
  std::vector<std::string> known;
  for (const Key& key : keys()) {
    if (key.name == name) return key;
    known.push_back(key.name);
  }
  fail(fmt::format("{}: unknown key '{}'{} ('hashlab run --help' shows all)", source, name,
                   suggestion(name, known)));
}

/// key -> values, in the order written.
using Settings = std::vector<std::pair<std::string, Values>>;

void append(Settings& settings, const std::string& key, const std::string& value) {
  for (auto& [known, values] : settings) {
    if (known == key) return values.push_back(value);
  }
  settings.push_back({key, {value}});
}

Settings parse_ini(const std::string& text, const std::string& source) {
  if (text.find('\0') != std::string::npos) fail(fmt::format("{}: is not a text file", source));
  Settings settings;
  std::istringstream in(text);
  try {
    const po::options_description none;
    for (const auto& option : po::parse_config_file(in, none, true).options) {
      find_key(option.string_key, source);
      for (const std::string& value : option.value) append(settings, option.string_key, value);
    }
  } catch (const po::error& error) {
    fail(fmt::format("{}: {}; expected lines 'key = value'", source, error.what()));
  }
  return settings;
}

void apply(Suite& suite, const Settings& settings, const std::string& source) {
  for (const auto& [name, values] : settings) {
    const Key& key = find_key(name, source);
    if (!key.list && values.size() > 1) {
      fail(fmt::format("{}: key '{}' is given {} times, expected once", source, name,
                       values.size()));
    }
    if (values.back().empty() && !key.may_be_empty) {
      fail(fmt::format("{}: key '{}' has no value", source, name));
    }
    try {
      key.set(suite, values);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{}: {}", source, error.what()));
    }
  }
}

Settings parse_overrides(const std::vector<std::string>& overrides) {
  Settings settings;
  for (const std::string& text : overrides) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      fail(fmt::format("--set '{}': expected key=value", text));
    }
    append(settings, text.substr(0, equals), text.substr(equals + 1));
  }
  return settings;
}

}  // namespace

std::vector<std::string> methods_of(const Suite& suite) {
  std::vector<std::string> names = suite.hashers;
  for (const Grid& grid : suite.grids) names.push_back(grid.name());
  return names;
}

const Grid* find_grid(const Suite& suite, const std::string& method) {
  for (const Grid& grid : suite.grids) {
    if (grid.name() == method) return &grid;
  }
  return nullptr;
}

const std::string& selection_metric(const Suite& suite) {
  return suite.select_by.empty() ? suite.metrics.front() : suite.select_by;
}

Suite parse_suite(const std::string& text, const std::string& source,
                  const std::vector<std::string>& overrides) {
  Suite suite = default_suite();
  apply(suite, parse_ini(text, source), source);
  apply(suite, parse_overrides(overrides), "--set");
  for (const auto& [key, value] : {std::pair{"name", suite.name}, {"dataset", suite.dataset}}) {
    if (value.empty()) fail(fmt::format("{}: key '{}' is missing", source, key));
  }
  if (suite.name.find('/') != std::string::npos || suite.name.starts_with('.')) {
    fail(fmt::format("{}: name = '{}' cannot be a folder's name", source, suite.name));
  }
  const bool has_codes = !suite.hashers.empty() || !suite.grids.empty();
  if (!has_codes && suite.references.empty()) {
    fail(fmt::format("{}: key 'hasher' is missing, such as 'hasher = itq+sbq'", source));
  }
  for (const std::string& name : suite.metrics) {
    if (has_codes || !metric(name).by_code_distance) continue;
    fail(
        fmt::format("{}: metric '{}' counts within radii of code distances, but there is no "
                    "hasher; ask for one by rank, such as 'precision-top@100'",
                    source, name));
  }
  return suite;
}

Suite read_suite(const std::string& path, const std::vector<std::string>& overrides) {
  return parse_suite(read_file(path), path, overrides);
}

std::string suite_text(const Suite& suite) {
  std::string text;
  for (const Key& key : keys()) {
    for (const std::string& value : key.get(suite))
      text += fmt::format("{} = {}\n", key.name, value);
  }
  return text;
}

std::string suite_help() {
  std::string text = "Keys of a suite file (also for --set), with defaults:\n";
  const Suite defaults = default_suite();
  for (const Key& key : keys()) {
    std::string help = key.help;
    for (std::size_t at = 0; (at = help.find('\n', at)) != std::string::npos; at += 26) {
      help.replace(at, 1, "\n" + std::string(24, ' '));
    }
    const std::string values = fmt::format("{}", fmt::join(key.get(defaults), ", "));
    const bool told = values.empty() || values.size() > 40;  // a long one is told by the help
    text +=
        fmt::format("  {:<20}  {}{}\n", key.name, help, told ? "" : fmt::format(" [{}]", values));
  }
  return text;
}

}  // namespace hashlab
