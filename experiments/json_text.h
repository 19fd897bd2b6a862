#pragma once

#include <fmt/format.h>

#include <string>

namespace hashlab {

// Pieces of JSON (RFC 8259) for the few answers that are printed as such.

/// A text between quotes.
inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// Items as an array, each turned to text by `item`.
template <typename Items, typename Item>
std::string array(const Items& items, Item item) {
  std::string text;
  for (const auto& each : items) text += (text.empty() ? "" : ", ") + item(each);
  return "[" + text + "]";
}

/// A map as an object with numbers.
template <typename Map>
std::string object_of_counts(const Map& counts) {
  std::string text;
  for (const auto& [key, count] : counts) {
    text += fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", key, count);
  }
  return "{" + text + "}";
}

}  // namespace hashlab
