// What the documents say about the program and the repository, held to what is there.
#include "experiments/suite/method.h"
#include "hashers/registry.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/metrics/metrics.h"
#include "tests/support/documents.h"
#include "tests/support/program.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace hashlab::readme_test {

using namespace experiments;
using namespace hashers;
using namespace testing;

namespace {

const std::string root = HASHLAB_SOURCE_DIR;

std::string readme() {
  return read_file(root + "/README.md");
}

/// Verbs that the program lists.
const std::set<std::string>& verbs() {
  static std::set<std::string> names;
  if (!names.empty()) return names;
  static const std::regex entry("  ([a-z][a-z-]*) {2,}\\S.*");
  std::smatch found;
  for (const std::string& line : lines_of(hashlab::testing::hashlab("--help").out)) {
    if (std::regex_match(line, found, entry)) names.insert(found[1]);
  }
  return names;
}

const std::string& help_of(const std::string& verb) {
  static std::map<std::string, std::string> known;
  const auto found = known.find(verb);
  if (found != known.end()) return found->second;
  return known[verb] = hashlab::testing::hashlab(verb + " --help").out;
}

/// Does a help text have an entry "  NAME " of an option, or of a key of suites?
bool explains(const std::string& help, const std::string& name) {
  return help.find("\n  " + name + " ") != std::string::npos;
}

bool is_placeholder(const std::string& word) {
  return std::regex_search(word, std::regex("[A-Z]{3}|[*<{]|\\.\\.\\."));
}

/// A name that is one of the repository's: below a folder of it, but not where runs leave results.
bool is_repository_path(const std::string& word) {
  static const std::regex path("(experiments|hashers|lib|results|scripts|splits|tests)/.*");
  return std::regex_match(word, path) && !word.starts_with("results/runs") && !is_placeholder(word);
}

/// What is wrong with a command line of a document; nothing if it is "".
std::string wrong_with(const std::string& command) {
  const std::vector<std::string> words = words_of(command);
  for (const std::string& word : words) {
    if (word.starts_with("#") || word == "|" || word == ">") break;
    if (is_repository_path(word) && !std::filesystem::exists(std::filesystem::path(root) / word)) {
      return "there is no " + word;
    }
  }
  if (words[0] != "hashlab" && !words[0].ends_with("/hashlab")) return "";
  const std::string& verb = words.at(1);
  if (is_placeholder(verb) || verb.starts_with("--")) return "";
  if (!verbs().contains(verb)) return "there is no verb " + verb;
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "|" || words[i] == ">") break;
    if (!words[i].starts_with("--")) continue;
    const std::string option = words[i].substr(0, words[i].find('='));
    if (option != "--help" && !explains(help_of(verb), option)) {
      return fmt::format("{} lacks {}", verb, option);
    }
    if (i + 1 == words.size() || words[i].find('=') != std::string::npos) continue;
    std::string value = words[i + 1], kind = option.substr(2);
    if (option == "--set") {
      kind = value.substr(0, value.find('='));
      if (!explains(help_of("run"), kind)) return "suites have no key " + kind;
      value = value.substr(value.find('=') + 1);
    }
    if (is_placeholder(value)) continue;
    std::string error = "no error";
    // Recorded names such as table-f1[K=8,L=2,r=1] are the results'.
    if (kind == "metric" && value.find('[') == value.npos) error = error_of([&] { metric(value); });
    if (kind == "hasher" && value.find('+') != 0) error = error_of([&] { canonical_name(value); });
    if (error != "no error") return error;
  }
  return "";
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

TEST_CASE("documents: the program of hashers/README.md is the one that is compiled and run") {
  const std::string program = read_file(root + "/tests/program/readme_example.cpp");
  const std::string body = program.substr(program.find("using namespace hashlab;"));
  CHECK(read_file(root + "/hashers/README.md") == Contains("```cpp\n" + body + "```"));
}

TEST_CASE("readme: its tables of commands have every verb of the program, and no other") {
  std::set<std::string> named;
  for (const char* group : {"**Data**", "**Experiments**", "**Results**", "**Codes**"}) {
    const TableCells table = table_at(readme(), {group, "| command | what it does |"});
    for (std::size_t row = 1; row < table.size(); ++row) {
      for (const std::string& name : code_spans_in(table[row][0])) {
        CHECK(named.insert(name).second);
      }
      for (const std::string& span : code_spans_in(table[row][1])) {
        const std::vector<std::string> words = words_of(span);
        if (words.size() > 1 && words[0] == "splits") {
          CHECK(help_of("splits") == Contains("'" + words[1] + "'"));
        }
      }
    }
  }
  CHECK(verbs().size() > 15);
  CHECK(fmt::format("{}", fmt::join(named, " ")) == fmt::format("{}", fmt::join(verbs(), " ")));
}

TEST_CASE("readme: every command has a verb, options, keys and files that exist") {
  std::size_t commands = 0;
  for (const Document& document : documents()) {
    for (const std::string& command : commands_in(document.text)) {
      CAPTURE(document.path);
      CAPTURE(command);
      CHECK(wrong_with(command) == "");
      ++commands;
    }
  }
  CHECK(commands > 20);
}

TEST_CASE("readme: what a command may have wrong is found") {
  CHECK(wrong_with("hashlab run experiments/suites/quickstart.ini --set runs=3") == "");
  CHECK(wrong_with("hashlab walk x.ini") == "there is no verb walk");
  CHECK(wrong_with("build/quickstart/hashlab table results/runs/x --lettres") ==
        "table lacks --lettres");
  CHECK(wrong_with("hashlab run experiments/suites/none.ini") ==
        "there is no experiments/suites/none.ini");
  CHECK(wrong_with("hashlab run SUITE.ini --set rnus=3") == "suites have no key rnus");
  CHECK(wrong_with("hashlab evaluate --metric nonsense") == Contains("nonsense"));
  CHECK(wrong_with("hashlab train --hasher itq+none") == Contains("none"));
  CHECK(wrong_with("scripts/none") == "there is no scripts/none");
}

TEST_CASE("documents: every relative link leads to a file, and its anchor to a heading") {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  for (const Document& document : documents()) {
    const std::string folder = std::filesystem::path(document.path).parent_path().string();
    std::string text;  // without code, where brackets mean something else
    bool fenced = false;
    for (const std::string& line : lines_of(document.text)) {
      if (line.starts_with("```")) fenced = !fenced;
      if (!fenced && !line.starts_with("    ")) text += line + "\n";
    }
    for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end; ++found) {
      const std::string target = (*found)[1];
      if (target.find("://") != std::string::npos || target.starts_with("mailto:")) continue;
      CAPTURE(document.path);
      CAPTURE(target);
      const std::size_t sharp = std::min(target.find('#'), target.size());
      const std::filesystem::path file =
          sharp == 0 ? std::filesystem::path(root) / document.path
                     : std::filesystem::path(root) / folder / target.substr(0, sharp);
      CHECK(std::filesystem::exists(file));
      if (sharp == target.size() || !std::filesystem::is_regular_file(file)) continue;
      bool there = false;
      for (const std::string& line : lines_of(read_file(file.string()))) {
        if (!line.starts_with("#")) continue;
        std::string anchor;  // as GitHub makes it: lower case, no signs, "-" for blanks
        for (const char c : lower(line.substr(line.find_first_not_of("# ")))) {
          if (c == ' ') anchor += '-';
          if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') anchor += c;
        }
        there = there || anchor == target.substr(sharp + 1);
      }
      CHECK(there);
    }
  }
}

TEST_CASE("documents: every source file and path of the repository that they name exists") {
  std::vector<std::string> ends;  // "/lib/types.h"
  for (const std::string& file : repository_files()) ends.push_back("/" + file);
  static const std::regex source(R"([a-z0-9_/-]+\.(h|cpp|py|cmake|js))");
  static const std::regex pair(R"((.*)\.\{h,cpp\})");
  for (const Document& document : documents()) {
    for (const std::string& span : code_spans_in(document.text)) {
      CAPTURE(document.path);
      CAPTURE(span);
      std::smatch found;
      std::vector<std::string> names;
      if (std::regex_match(span, found, pair)) {
        names = {found[1].str() + ".h", found[1].str() + ".cpp"};
      } else if (std::regex_match(span, source)) {
        names = {span};
      } else if (is_repository_path(span) && span.find(' ') == std::string::npos) {
        CHECK(std::filesystem::exists(std::filesystem::path(root) / span));
      }
      for (const std::string& name : names) {
        const std::string slash_name = "/" + name;
        const auto has = [&](const std::string& path) {
          return path.ends_with(slash_name) || path.ends_with(slash_name + ".in");
        };
        CAPTURE(name);
        CHECK(std::any_of(ends.begin(), ends.end(), has));
      }
    }
  }
}

TEST_CASE("documents: the page on methods has remarks on each, in the order of the registry") {
  const std::string text = read_file(root + "/docs/reference/methods.md");
  const auto names = [&](const std::string& header) {
    std::vector<std::string> found;
    const TableCells table = table_at(text, {header});
    for (std::size_t row = 1; row < table.size(); ++row) {
      for (const std::string& name : code_spans_in(table[row][0])) found.push_back(name);
    }
    return fmt::format("{}", fmt::join(found, " "));
  };
  std::vector<std::string> expected;
  std::vector<std::string> networks;
  for (const auto& projection : projections::all()) {
    (projection->needs_engine() ? networks : expected).push_back(projection->info().name);
  }
  CHECK(names("| projection | remarks |") == fmt::format("{}", fmt::join(expected, " ")));
  CHECK(names("| network | remarks |") == fmt::format("{}", fmt::join(networks, " ")));
  expected.clear();
  for (const auto& quantiser : quantisers::all()) expected.push_back(quantiser->info().name);
  CHECK(names("| quantiser | B | code | distance | remarks |") ==
        fmt::format("{}", fmt::join(expected, " ")));
  expected.clear();
  for (const auto& rotation : projections::rotations()) expected.push_back(rotation->info().name);
  CHECK(names("| rotation | remarks |") == fmt::format("{}", fmt::join(expected, " ")));
  expected.clear();
  for (const auto& quantiser : quantisers::of_vectors()) {
    expected.push_back(quantiser->info().name);
  }
  CHECK(names("| quantiser of vectors | scalars | remarks |") ==
        fmt::format("{}", fmt::join(expected, " ")));
  expected.clear();
  for (const auto& method : cross_modal::all()) expected.push_back(method->info().name);
  CHECK(names("| cross-modal method | other codes of the database | remarks |") ==
        fmt::format("{}", fmt::join(expected, " ")));
}

}  // namespace hashlab::readme_test
