#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hashlab {

/// True if the text is well-formed UTF-8: no stray or missing continuation bytes, no overlong
/// encodings, no surrogates, nothing above U+10FFFF.
/// Source: RFC 3629, section 4.
bool is_utf8(std::string_view text);

/// The byte order mark, which Windows programs write before a text in UTF-8. It is removed when
/// texts are read.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// The text with all characters escaped that could control a terminal or cannot be shown. ASCII
/// control characters except those in `kept`, the characters U+0080 .. U+009F, and bytes that are
/// not UTF-8 become \xNN, byte by byte. Any other text is unchanged.
std::string visible_text(std::string_view text, std::string_view kept = "");

/// Appends a Unicode character in UTF-8; an invalid one becomes U+FFFD.
void append_character(std::string& text, std::uint32_t character);

/// The number of bytes, 0 .. 3, of an incomplete UTF-8 character at the end of the text.
std::size_t unfinished_bytes(std::string_view text);

}  // namespace hashlab
