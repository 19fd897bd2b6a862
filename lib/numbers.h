#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hashlab {

// Conversion of text to numbers, independent of the locale: "17", "-3", "2.5e-3". Blanks and a
// leading '+' are not allowed.

/// The whole text as an unsigned number in this base, 2 .. 36; none if the text is empty or has a
/// character that is not a digit of the base, or the number exceeds 2^64 - 1.
std::optional<std::uint64_t> parse_whole(std::string_view text, int base = 10);
/// The whole text as an integer in decimal, which may be negative; none if the text is not such an
/// integer or the number does not fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);
/// The whole text as a number; none if it is not a number or is beyond the range of double. "inf"
/// and "nan" are numbers, so callers that need a finite number must check for them.
std::optional<double> parse_real(std::string_view text);

/// Removes a number from the beginning of `rest` and returns it. Returns an empty optional and
/// leaves `rest` unchanged if `rest` does not begin with a number of the returned type, or the
/// number is beyond the range of this type.
std::optional<std::uint64_t> take_whole(std::string_view& rest);
std::optional<double> take_real(std::string_view& rest);

}  // namespace hashlab
