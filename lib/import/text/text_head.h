#pragma once

#include "lib/import/format.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// True if the beginning of a file is text: it has no control characters except tabs and line ends,
/// and at least one line is not blank.
bool is_text(const Sniff& file);

/// The first lines in file.head, at most `most`, without line ends and byte order mark. Blank lines
/// and lines that begin with '#' are skipped. A line that the end of file.head cuts off is left
/// out; if it is the only one, it is kept up to its last blank.
std::vector<std::string_view> first_lines(const Sniff& file, std::size_t most);

/// The words of a line, which are separated by blanks and tabs.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace hashlab
