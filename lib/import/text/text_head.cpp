#include "lib/import/text/text_head.h"

#include <algorithm>

namespace hashlab {
namespace {

constexpr std::string_view blanks_of_lines = " \t\r";

}  // namespace

bool is_text(const Sniff& file) {
  bool has_ink = false;
  const auto is_fine = [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    has_ink = has_ink || byte > ' ';
    return byte >= ' ' ? byte != 0x7f : c == '\n' || c == '\r' || c == '\t';
  };
  return !file.is_folder && std::all_of(file.head.begin(), file.head.end(), is_fine) && has_ink;
}

std::vector<std::string_view> first_lines(const Sniff& file, std::size_t most) {
  std::vector<std::string_view> lines;
  std::string_view rest = file.head;
  if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
  const bool is_all = !file.is_gzip && file.bytes == file.head.size();
  while (!rest.empty() && lines.size() < most) {
    std::size_t end = rest.find('\n');
    if (end == rest.npos && !is_all) {
      if (!lines.empty()) break;
      end = rest.find_last_of(blanks_of_lines);
    }
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    const std::size_t begin = line.find_first_not_of(blanks_of_lines);
    if (begin != line.npos && line[begin] != '#') lines.push_back(line);
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks_of_lines), line.size()));
    if (line.empty()) return words;
    const std::size_t end = std::min(line.find_first_of(blanks_of_lines), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace hashlab
