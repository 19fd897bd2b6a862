#include "lib/utf8.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab {
namespace {

/// The length in bytes of the first character of `text`; 0 if it is malformed.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < bytes) return 0;
  // The second byte decides about overlong forms, surrogates and code points above U+10FFFF.
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < bytes; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  return bytes;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string visible_text(std::string_view text, std::string_view kept) {
  std::string visible;
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const bool ascii_control = first < 0x20 || first == 0x7F;
    const bool control =
        ascii_control ? kept.find(text[0]) == kept.npos
                      : bytes == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    const std::size_t taken = std::max<std::size_t>(bytes, 1);
    for (std::size_t i = 0; i < taken; ++i) {
      if (control || bytes == 0) {
        visible += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[i]));
      } else {
        visible += text[i];
      }
    }
    text.remove_prefix(taken);
  }
  return visible;
}

void append_character(std::string& text, std::uint32_t c) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
  if (c < 0x80) return add(c);
  if (c < 0x800) {
    add(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      add(0xE0 | c >> 12);
    } else {
      add(0xF0 | c >> 18);
      add(0x80 | (c >> 12 & 0x3F));
    }
    add(0x80 | (c >> 6 & 0x3F));
  }
  add(0x80 | (c & 0x3F));
}

std::size_t unfinished_bytes(std::string_view text) {
  for (std::size_t n = 1; n <= std::min<std::size_t>(3, text.size()); ++n) {
    const auto first = static_cast<unsigned char>(text[text.size() - n]);
    if (first < 0x80) return 0;
    const std::size_t whole = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first >= 0xC2) return n < whole ? n : 0;
  }
  return 0;
}

}  // namespace hashlab
