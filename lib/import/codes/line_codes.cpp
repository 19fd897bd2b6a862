#include "lib/import/codes/line_codes.h"

#include "lib/codes/number_codes.h"
#include "lib/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace hashlab {
namespace {

[[noreturn]] void fail_at_line(const std::string& path, std::size_t line, const std::string& what) {
  fail_corrupt(path, fmt::format("line {} {}", line, what));
}

/// The bits of hex digits, highest first, an element each.
std::vector<std::uint8_t> bits_of_digits(const std::vector<std::uint8_t>& digits, std::size_t n,
                                         std::size_t skipped) {
  const std::size_t each = digits.size() / n;
  std::vector<std::uint8_t> bits;
  bits.reserve(n * (4 * each - skipped));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = skipped; j < 4 * each; ++j) {
      bits.push_back(digits[i * each + j / 4] >> (3 - j % 4) & 1);
    }
  }
  return bits;
}

/// Are the highest `bits` bits of all words zero?
bool are_zero_above(const std::vector<std::uint8_t>& digits, std::size_t n, std::size_t bits) {
  const std::size_t each = digits.size() / n;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < bits; ++j) {
      if ((digits[i * each + j / 4] >> (3 - j % 4) & 1) != 0) return false;
    }
  }
  return true;
}

/// A table whose rows are `row` bytes of `held`.
NumberTable table_of(const std::string& path, std::string text, std::vector<std::uint8_t> bytes,
                     std::size_t row) {
  const auto held = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  NumberTable table;
  table.path = path;
  table.program = "text";
  table.text = std::move(text);
  table.rows = held->size() / row;
  table.columns = row;
  table.buffer_bytes = static_cast<double>(held->size());
  table.read = [held, row](std::size_t first, std::size_t count, void* out) {
    std::memcpy(out, held->data() + first * row, count * row);
  };
  return table;
}

/// The digits of all words, 0 .. base - 1, numbers filled with zeros in front.
std::vector<std::uint8_t> digits_of(const std::string& path, const HashLines& lines) {
  std::vector<std::uint8_t> digits;
  digits.reserve(lines.count * lines.digits);
  WordReader reader(path);
  std::string_view word;
  for (std::size_t i = 0; reader.next(word); ++i) {
    if (i == 0 && lines.has_header) continue;
    const std::string_view own = hex_digits(word);
    if (own.size() > lines.digits) fail_at_line(path, reader.line(), "has changed since");
    digits.insert(digits.end(), lines.digits - own.size(), 0);
    for (const char c : own) digits.push_back(static_cast<std::uint8_t>(hex_value(c) % 16));
  }
  return digits;
}

std::unique_ptr<const CodeSource> codes_of_hex(const std::string& path, const HashLines& lines,
                                               const CodeFileOptions& options) {
  const std::vector<std::uint8_t> digits = digits_of(path, lines);
  const std::size_t n = lines.count, all = 4 * lines.digits;
  const std::size_t bits = options.bits == 0 ? all : options.bits;
  const std::string text = fmt::format("{} words of {} hex digits", n, lines.digits);
  const bool whole_bytes = lines.digits % 2 == 0;
  const std::size_t least = all - (whole_bytes ? 7 : 3);
  if (bits > all || bits < least) {
    fail_in(ErrorCode::invalid_argument, path,
            fmt::format("has {}, which are {} bits, not {}: give {}{} to {}", text, all, bits,
                        options.bits_setting, least, all));
  }
  CodeFileOptions stated = options;
  stated.bits = bits;
  if (!whole_bytes || (bits < all && are_zero_above(digits, n, all - bits))) {
    NumberTable table = table_of(path, text, bits_of_digits(digits, n, all - bits), bits);
    if (!whole_bytes && bits < all && !are_zero_above(digits, n, all - bits)) {
      fail_corrupt(path, fmt::format("has {} with more than {} bits, expected zeros in front; is "
                                     "the number of bits right?",
                                     text, bits));
    }
    table.kind = 'b';
    return codes_of_numbers(std::move(table), stated);
  }
  std::vector<std::uint8_t> bytes(digits.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(digits[2 * i] << 4 | digits[2 * i + 1]);
  }
  return codes_of_numbers(table_of(path, text, std::move(bytes), lines.digits / 2), stated);
}

std::unique_ptr<const CodeSource> codes_of_wholes(const std::string& path, const HashLines& lines,
                                                  const CodeFileOptions& options) {
  constexpr std::size_t word_bytes = 8;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(word_bytes * lines.count);
  WordReader reader(path);
  std::string_view word;
  for (std::size_t i = 0; reader.next(word); ++i) {
    if (i == 0 && lines.has_header) continue;
    const std::uint64_t value = whole_word(word).value_or(0);
    for (std::size_t k = 0; k < word_bytes; ++k) {
      bytes.push_back(static_cast<std::uint8_t>(value >> 8 * k & 0xff));
    }
  }
  NumberTable table =
      table_of(path, fmt::format("{} whole numbers", lines.count), std::move(bytes), word_bytes);
  table.element_bytes = word_bytes;
  table.columns = 1;
  table.is_list = true;
  CodeFileOptions stated = options;
  if (stated.bits == 0) stated.bits = 8 * word_bytes;
  return codes_of_numbers(std::move(table), stated);
}

}  // namespace

std::unique_ptr<const CodeSource> codes_of_lines(const std::string& path, const HashLines& lines,
                                                 const CodeFileOptions& options) {
  if (lines.words == HashWords::hex) return codes_of_hex(path, lines, options);
  if (lines.words == HashWords::whole) return codes_of_wholes(path, lines, options);
  NumberTable table = table_of(path, fmt::format("{} words of {} bits", lines.count, lines.digits),
                               digits_of(path, lines), lines.digits);
  table.kind = 'b';
  return codes_of_numbers(std::move(table), options);
}

}  // namespace hashlab
