#pragma once

#include "lib/import/format.h"

#include <string_view>
#include <vector>

namespace hashlab {

/// True if the beginning of a file is text: no byte is a control character but tabs and ends of
/// lines, and some line is not blank.
bool is_text(const Sniff& file);

/// The first lines of the beginning of a file, at most `most`, that are neither blank nor begin
/// with '#'; without their ends and a byte order mark. A line that the beginning cuts off is left
/// out, unless it is the only one, which then ends before its last blank.
std::vector<std::string_view> first_lines(const Sniff& file, std::size_t most);

/// The words between runs of blanks and tabs.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace hashlab
