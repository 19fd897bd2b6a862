#include "tests/support/documents.h"

#include "lib/files/files.h"
#include "tests/support/support.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <stdexcept>

namespace hashlab::testing {
namespace {

namespace fs = std::filesystem;

const std::string root = HASHLAB_SOURCE_DIR;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_command(const std::string& line) {
  static const std::regex command(R"((build/\S*/)?hashlab .*|(scripts|tests|\.ci)/\S+( .*)?)");
  return std::regex_match(line, command);
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  for (const std::string& cell : fields_of(row.substr(1), '|')) cells.push_back(trimmed(cell));
  return cells;
}

bool is_row(const std::string& line) {
  return line.starts_with("|");
}

bool is_rule(const std::string& line) {
  return line.find_first_not_of("|-: ") == std::string::npos && line.find("--") != line.npos;
}

}  // namespace

std::vector<std::string> repository_files() {
  const std::set<std::string> left_out = {".git", "build", "data", "results/runs"};
  std::vector<std::string> files;
  for (fs::recursive_directory_iterator at(root), end; at != end; ++at) {
    const std::string path = fs::relative(at->path(), root).string();
    if (left_out.contains(path)) at.disable_recursion_pending();
    if (at->is_regular_file()) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Document> documents() {
  std::vector<Document> found;
  for (const std::string& path : repository_files()) {
    if (!path.ends_with(".md") || path == "CHANGELOG.md") continue;
    if (path.starts_with("tests/data/")) continue;
    found.push_back({path, read_file(root + "/" + path)});
  }
  return found;
}

std::vector<std::string> commands_in(const std::string& text) {
  std::vector<std::string> commands;
  bool fenced = false, continued = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("```")) {
      fenced = !fenced;
      continued = false;
      continue;
    }
    std::string code = trimmed(line);
    if (!continued && ((!fenced && !line.starts_with("    ")) || !is_command(code))) continue;
    const bool goes_on = code.ends_with("\\");
    if (goes_on) code.pop_back();
    if (continued) {
      commands.back() += code;
    } else {
      commands.push_back(code);
    }
    continued = goes_on;
  }
  return commands;
}

std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  char quote = '\0';
  for (const char c : command) {
    if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
      quote = quote == '\0' ? c : '\0';
    } else if (c == ' ' && quote == '\0') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::vector<std::string> code_spans_in(const std::string& text) {
  std::vector<std::string> spans;
  bool fenced = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("```")) fenced = !fenced;
    if (fenced || line.starts_with("```")) continue;
    const std::vector<std::string> parts = fields_of(line, '`');
    for (std::size_t i = 1; i < parts.size(); i += 2) spans.push_back(parts[i]);
  }
  return spans;
}

TableCells table_at(const std::string& text, const std::vector<std::string>& marks) {
  const std::vector<std::string> lines = lines_of(text);
  auto at = lines.begin();
  for (const std::string& mark : marks) {
    at = std::find(at, lines.end(), mark);
    if (at == lines.end()) throw std::runtime_error("there is no line '" + mark + "'");
  }
  TableCells table;
  for (at = std::find_if(at, lines.end(), is_row); at != lines.end() && is_row(*at); ++at) {
    if (!is_rule(*at)) table.push_back(cells_of(*at));
  }
  if (table.empty()) throw std::runtime_error("there is no table below '" + marks.back() + "'");
  return table;
}

std::map<std::string, std::map<std::string, MeanAndDeviation>> kept_auprc_of_thesis_cifar10() {
  // study,suite,dataset,metric,bits,split,hasher,mean,sd,...
  const std::string mark = "thesis-ch4,thesis-cifar10,cifar10_gist512,auprc,32,";
  std::map<std::string, std::map<std::string, MeanAndDeviation>> kept;
  for (const std::string& line : lines_of(read_file(root + "/results/kept/values.csv"))) {
    if (!line.starts_with(mark)) continue;
    const std::vector<std::string> fields = fields_of(line, ',');
    kept[fields.at(5)][fields.at(6)] = {std::stod(fields.at(7)), std::stod(fields.at(8)),
                                        fields.at(7) + " ± " + fields.at(8)};
  }
  return kept;
}

}  // namespace hashlab::testing
