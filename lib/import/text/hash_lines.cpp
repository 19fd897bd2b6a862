#include "lib/import/text/hash_lines.h"

#include "lib/numbers.h"

#include <algorithm>

namespace hashlab {
namespace {

bool has_hex_prefix(std::string_view word) {
  return word.starts_with("0x") || word.starts_with("0X") || word.starts_with("\\x");
}

/// What a word, or every word of several, can be.
struct WordKinds {
  bool binary = true, hex = true, whole = true;
  bool is_marked_hex = false;  ///< has a letter or a prefix
  bool has_prefix = true;
  bool is_large = false;  ///< as a whole number: larger than classes and counts are
  std::size_t shortest = SIZE_MAX, longest = 0;

  bool any() const { return binary || hex || whole; }
};

WordKinds kinds_of(std::string_view word) {
  WordKinds kinds;
  const std::string_view digits = hex_digits(word);
  kinds.has_prefix = has_hex_prefix(word);
  kinds.hex = !digits.empty() &&
              std::all_of(digits.begin(), digits.end(), [](char c) { return hex_value(c) < 16; });
  kinds.is_marked_hex =
      kinds.hex && (kinds.has_prefix || std::any_of(digits.begin(), digits.end(),
                                                    [](char c) { return hex_value(c) > 9; }));
  kinds.binary = word.find_first_not_of("01") == word.npos;
  const auto value = whole_word(word);
  kinds.whole = value.has_value();
  constexpr std::uint64_t large = std::uint64_t{1} << 32;
  kinds.is_large = value && *value >= large && *value <= ~large;
  kinds.shortest = kinds.longest = digits.size();
  return kinds;
}

/// What all words can be, if `all` is what those before the new one can be.
void narrow(WordKinds& all, const WordKinds& word) {
  all.binary = all.binary && word.binary;
  all.hex = all.hex && word.hex;
  all.whole = all.whole && word.whole;
  all.is_marked_hex = all.is_marked_hex || word.is_marked_hex;
  all.has_prefix = all.has_prefix && word.has_prefix;
  all.is_large = all.is_large || word.is_large;
  all.shortest = std::min(all.shortest, word.shortest);
  all.longest = std::max(all.longest, word.longest);
}

HashWords hash_words(const WordKinds& all, std::size_t bits) {
  const bool one_length =
      all.shortest == all.longest && (all.longest > 1 || bits == 4 * all.longest);
  if (all.hex && all.is_marked_hex && (one_length || all.has_prefix)) return HashWords::hex;
  const bool hex_by_bits = all.hex && one_length && bits <= 4 * all.longest &&
                           bits + 8 > 4 * all.longest && bits != all.longest;
  if (hex_by_bits) return HashWords::hex;
  if (all.binary && one_length) return HashWords::binary;
  if (all.whole && (all.is_large || (bits > 1 && bits <= 64))) return HashWords::whole;
  return HashWords::none;
}

}  // namespace

bool WordReader::next(std::string_view& word) {
  constexpr std::string_view around = " \t\"',;";
  std::string_view line;
  while (lines_.next(line)) {
    const std::size_t begin = line.find_first_not_of(around);
    if (begin == line.npos || line[begin] == '#') continue;
    word = line.substr(begin, line.find_last_not_of(around) + 1 - begin);
    return true;
  }
  return false;
}

unsigned hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

std::string_view hex_digits(std::string_view word) {
  return has_hex_prefix(word) ? word.substr(2) : word;
}

std::optional<std::uint64_t> whole_word(std::string_view word) {
  if (!word.starts_with('-')) return parse_whole(word);
  const auto value = parse_integer(word);
  return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

HashLines look_at_lines(const std::string& path, std::size_t bits) {
  HashLines lines;
  WordReader reader(path);
  std::string_view word;
  if (!reader.next(word)) return lines;
  const WordKinds first = kinds_of(word);
  WordKinds all;
  lines.has_header = !first.any();
  if (!lines.has_header) {
    narrow(all, first);
    ++lines.count;
  }
  while (reader.next(word) && all.any()) {
    narrow(all, kinds_of(word));
    ++lines.count;
  }
  if (lines.count == 0) return {};
  lines.words = hash_words(all, bits);
  lines.digits = all.longest;
  return lines;
}

}  // namespace hashlab
