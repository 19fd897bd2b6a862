#include "experiments/program/help_layout.h"

#include "lib/sweep_parts.h"

#include <algorithm>
#include <vector>

namespace hashlab::experiments {
namespace {

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_command(std::string_view line) {
  return indentation(line) > 0 && line.substr(indentation(line)).starts_with("hashlab ");
}

/// The column in which continuation lines begin: that of the explanation in an entry with two
/// columns, else that of the line itself.
std::size_t column_of(std::string_view line) {
  const std::size_t begin = indentation(line);
  const std::size_t gap = begin == 0 ? line.npos : line.find("  ", begin);
  return gap == line.npos ? begin : std::min(line.find_first_not_of(' ', gap), line.size());
}

/// A line with its continuation lines.
struct Block {
  std::vector<std::string_view> lines;

  bool takes(std::string_view next) const {
    if (next.empty() || lines.back().empty()) return false;
    if (is_command(lines.front())) return lines.back().ends_with('\\');
    const std::size_t margin = indentation(lines.front()), column = column_of(lines.front());
    return !is_command(next) && indentation(next) == column && (margin == 0 || column > margin);
  }
};

/// Fills lines with the words of a block. A command line that continues ends with a backslash.
std::string filled(const Block& block, std::size_t width) {
  const std::string_view first = block.lines.front();
  const bool command = is_command(first);
  const std::size_t column = command ? indentation(first) + 4 : column_of(first);
  const std::size_t room = command ? width - 2 : width;
  std::string text, line(first.substr(0, command ? indentation(first) : column));
  bool fresh = true;  // the line has no word yet
  for (std::size_t i = 0; i < block.lines.size(); ++i) {
    const std::string_view rest = i == 0 ? first.substr(line.size()) : block.lines[i];
    for (const std::string& word : split_at(std::string(rest), ' ')) {
      if (word.empty() || (command && word == "\\")) continue;
      if (!fresh && line.size() + 1 + word.size() > room) {
        text += line + (command ? " \\\n" : "\n");
        line.assign(column, ' ');
        fresh = true;
      }
      line += fresh ? word : ' ' + word;
      fresh = false;
    }
  }
  return text + line + '\n';
}

}  // namespace

std::string laid_out(std::string_view text, std::size_t width) {
  std::string made;
  const auto add = [&](const Block& block) {
    const bool fits = std::all_of(block.lines.begin(), block.lines.end(),
                                  [&](std::string_view line) { return line.size() <= width; });
    if (!fits) {
      made += filled(block, width);
      return;
    }
    for (const std::string_view line : block.lines) made.append(line).push_back('\n');
  };
  Block block;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!block.lines.empty() && !block.takes(line)) {
      add(block);
      block.lines.clear();
    }
    block.lines.push_back(line);
  }
  if (!block.lines.empty()) add(block);
  return made;
}

}  // namespace hashlab::experiments
