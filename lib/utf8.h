#pragma once

#include <string_view>

namespace hashlab {

/// Is the text well-formed UTF-8: no stray or missing continuation bytes, no overlong encodings, no
/// surrogates, nothing above U+10FFFF?
/// Source: RFC 3629, section 4.
bool is_utf8(std::string_view text);

}  // namespace hashlab
