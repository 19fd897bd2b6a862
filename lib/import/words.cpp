#include "lib/import/words.h"

#include <algorithm>
#include <cstddef>

namespace hashlab {

bool is_name(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i);
    if (first < 0x80) {
      if (first < 0x20 || first == 0x7f) return false;
      ++i;
      continue;
    }
    if (first < 0xc2 || first > 0xf4) return false;
    const std::size_t more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (more >= text.size() - i) return false;
    for (std::size_t k = 1; k <= more; ++k) {
      if ((byte(i + k) & 0xc0) != 0x80) return false;
    }
    const unsigned second = byte(i + 1);
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) {
      return false;
    }
    i += more + 1;
  }
  return true;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown(text.substr(0, most));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > most ? "...'" : "'");
}

}  // namespace hashlab
