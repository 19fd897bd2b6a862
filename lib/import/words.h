#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// True if the text is well-formed UTF-8 (see is_utf8) without control characters, so it can be a
/// name.
bool is_name(std::string_view text);

/// Text from a file, for a message: its first 40 bytes in quotes, with '?' for each byte that is
/// not printable ASCII.
std::string in_quotes(std::string_view text);

}  // namespace hashlab
