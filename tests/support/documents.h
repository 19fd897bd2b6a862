#pragma once

#include <map>
#include <string>
#include <vector>

namespace hashlab::testing {

/// A Markdown file of the repository.
struct Document {
  std::string path;  ///< from the root, "lib/README.md"
  std::string text;
};

/// Every Markdown file that people write, without the change log, which names what was.
std::vector<Document> documents();

/// Paths from the root of all files of the repository; what is built or fetched is left out.
std::vector<std::string> repository_files();

/// Lines of the indented and fenced blocks of a document that are shell commands (they begin with
/// "hashlab", "scripts/" and the like), continued lines joined.
std::vector<std::string> commands_in(const std::string& text);

/// A command line cut at blanks; quotes keep blanks and are taken off.
std::vector<std::string> words_of(const std::string& command);

/// What stands `inside` backticks.
std::vector<std::string> code_spans_in(const std::string& text);

using TableCells = std::vector<std::vector<std::string>>;

/// The first Markdown table at or below a line, which in turn is below other lines: rows of cells
/// without blanks at their ends, its header first and without the rule. A line has to be equal to
/// its mark. Throws std::runtime_error if there is none.
TableCells table_at(const std::string& text, const std::vector<std::string>& marks);

struct MeanAndDeviation {
  double mean = 0, deviation = 0;
  std::string text;  ///< as it is printed: "0.0977 ± 0.0304"
};

/// AUPRC of suite thesis-cifar10 over ten runs as results/kept/values.csv has it, by split, then by
/// hasher.
std::map<std::string, std::map<std::string, MeanAndDeviation>> kept_auprc_of_thesis_cifar10();

}  // namespace hashlab::testing
