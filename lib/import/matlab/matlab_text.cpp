#include "lib/import/matlab/matlab_text.h"

#include "lib/utf8.h"

namespace hashlab {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;

bool is_in(std::uint32_t c, std::uint32_t first, std::uint32_t last) {
  return c >= first && c <= last;
}

/// Code units with pairs of surrogates made one character.
std::string utf8_of(const std::vector<std::uint32_t>& units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::uint32_t c = units[i];
    if (is_in(c, 0xD800, 0xDBFF) && i + 1 < units.size() && is_in(units[i + 1], 0xDC00, 0xDFFF)) {
      c = 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00);
    }
    append_character(text, c);
  }
  return text;
}

}  // namespace

std::vector<std::uint32_t> characters_of_utf8(std::string_view text) {
  std::vector<std::uint32_t> characters;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    const std::size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    std::uint32_t c = more == 0 ? first : first & (0x3Fu >> more);
    if (more > 0 && (first < 0xC2 || first > 0xF4)) c = replacement;
    for (std::size_t k = 0; k < more && c != replacement; ++k) {
      const bool goes_on =
          i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0u) == 0x80u;
      c = goes_on ? c << 6 | (static_cast<unsigned char>(text[i++]) & 0x3Fu) : replacement;
    }
    characters.push_back(c);
  }
  return characters;
}

std::vector<std::string> rows_of_text(const std::vector<std::uint32_t>& units, std::size_t rows) {
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::uint32_t> of_row;
    for (std::size_t i = row; i < units.size(); i += rows) of_row.push_back(units[i]);
    while (!of_row.empty() && (of_row.back() == ' ' || of_row.back() == 0)) of_row.pop_back();
    texts.push_back(utf8_of(of_row));
  }
  return texts;
}

}  // namespace hashlab
