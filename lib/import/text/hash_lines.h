#pragma once

#include "lib/import/text/line_reader.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hashlab {

/// How a text file writes codes, one word per line.
enum class HashWords {
  none,    ///< the lines are not codes
  binary,  ///< 0101: one digit per bit
  hex,     ///< 0f3c, 0x0f3c or \x0f3c: four bits per digit, most significant first
  whole    ///< decimal integers of up to 64 bits, such as Python's int(hash)
};

/// Statistics of all lines of a text file of codes.
struct HashLines {
  HashWords words = HashWords::none;
  std::size_t count = 0;    ///< number of words, without the column name
  std::size_t digits = 0;   ///< number of digits of the longest word, without its prefix
  bool has_header = false;  ///< true if the first word is a column name, not a code
};

/// Reads a text file and deduces how it writes codes. Words of decimal digits are hex if some word
/// of the file has a letter from a to f. `bits` is the code length, or 0 if it is not known. If it
/// is known, hex words that consist of 0 and 1 are not taken for binary ones, and small integers
/// are accepted as codes; otherwise they could be class numbers.
/// Errors:  those of LineReader.
HashLines look_at_lines(const std::string& path, std::size_t bits);

/// Reads the words of a text file: each line without the blanks, quotes and separators around it.
/// Blank lines and lines that begin with '#' are skipped.
class WordReader {
 public:
  /// Errors:  not_found, unreadable.
  explicit WordReader(const std::string& path) : lines_(path) {}
  /// Reads the next word into `word`, which is valid until the next call. Returns false at the end.
  /// Errors:  those of LineReader.
  bool next(std::string_view& word);
  std::size_t line() const { return lines_.number(); }  ///< of the last word, 1-based

 private:
  LineReader lines_;
};

/// The value of a hex digit; 16 if `c` is not one.
unsigned hex_value(char c);
/// A hex word without its prefix.
std::string_view hex_digits(std::string_view word);
/// The value of a decimal integer of up to 64 bits, a negative one as its two's complement; none if
/// the word is something else.
std::optional<std::uint64_t> whole_word(std::string_view word);

}  // namespace hashlab
