#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hashlab {

/// The text with ASCII capital letters replaced by small ones, independent of the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

}  // namespace hashlab
