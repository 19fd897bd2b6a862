#include "lib/import/words.h"

#include "lib/utf8.h"

#include <algorithm>
#include <cstddef>

namespace hashlab {

bool is_name(std::string_view text) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
  return is_utf8(text) && std::none_of(text.begin(), text.end(), is_control);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string shown(text.substr(0, most));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > most ? "...'" : "'");
}

}  // namespace hashlab
