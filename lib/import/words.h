#pragma once

#include <string>
#include <string_view>

namespace hashlab {

/// Is it well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF) without
/// control characters, so that it may be kept as a name?
bool is_name(std::string_view text);

/// Text of a file for a message: in quotes, short, what cannot be printed as '?'.
std::string quoted(std::string_view text);

}  // namespace hashlab
