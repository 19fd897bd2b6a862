#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hashlab {

/// Is the text well-formed UTF-8: no stray or missing continuation bytes, no overlong encodings, no
/// surrogates, nothing above U+10FFFF?
/// Source: RFC 3629, section 4.
bool is_utf8(std::string_view text);

/// What programs of Windows write before a text in UTF-8. Texts are read without it.
inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// The text with everything spelled out that a terminal might obey or not be able to show: control
/// characters, but for those in `kept`, U+0080 .. U+009F, and bytes that are no UTF-8 become \xNN,
/// a byte each. Any other text stays as it is.
std::string visible_text(std::string_view text, std::string_view kept = "");

/// Adds a Unicode character; what is none becomes U+FFFD.
void append_character(std::string& text, std::uint32_t character);

/// How many bytes at the end begin a character whose rest is missing: 0 .. 3.
std::size_t unfinished_bytes(std::string_view text);

}  // namespace hashlab
