#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hashlab {

// Text as numbers, alike in every locale: "17", "-3", "2.5e-3"; no blanks and no '+'.

/// The whole text as a number in this base, 2 .. 36; nothing if anything else is in it, or if it is
/// above 2^64 - 1.
std::optional<std::uint64_t> parse_whole(std::string_view text, int base = 10);
/// The whole text as a number that may be negative; nothing if it does not fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text);
/// The whole text as a number; nothing if it is beyond the range of double. "inf" and "nan" are
/// numbers: who wants a finite one asks.
std::optional<double> parse_real(std::string_view text);

/// The number that `rest` begins with, which is taken off; nothing, and `rest` as it was, if there
/// is none or it does not fit.
std::optional<std::uint64_t> take_whole(std::string_view& rest);
std::optional<double> take_real(std::string_view& rest);

}  // namespace hashlab
