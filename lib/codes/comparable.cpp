#include "lib/codes/comparable.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace hashlab {

void check_format(const CodeFormat& format, std::string_view what) {
  constexpr std::size_t farthest = std::numeric_limits<std::uint16_t>::max();
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", what, message));
  };
  std::size_t sum = 0;
  for (const std::size_t width : format.widths) {
    if (width == 0 || width > 6) fail(fmt::format("a digit has {} bits, expected 1 .. 6", width));
    sum += width;
  }
  if (format.widths.empty() ? format.digit_bits == 0 || format.digit_bits > 6
                            : format.digit_bits != 0) {
    fail(fmt::format("digits have {} bits, expected 1 .. 6", format.digit_bits));
  }
  if (!format.widths.empty() && sum != format.bits) {
    fail(fmt::format("digits have {} bits together, codes have {}", sum, format.bits));
  }
  if (format.bits == 0) fail("codes have no bits, at least 1 is needed");
  if (format.max_distance() > farthest) {
    fail(fmt::format("distances reach {}, at most {} are counted; use fewer bits",
                     format.max_distance(), farthest));
  }
}

void check_comparable(const CodeFormat& queries, const CodeFormat& database,
                      std::string_view what) {
  if (queries == database) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: queries have {} bits in digits of {}, the database has {} in digits of {}; "
                  "encode both with one hasher",
                  what, queries.bits, digits_text(queries), database.bits, digits_text(database)));
}

std::string digits_text(const CodeFormat& format) {
  if (format.digit_bits != 0) return fmt::format("{}", format.digit_bits);
  std::string text;
  for (const unsigned width : format.widths) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", width);
  }
  return text;
}

}  // namespace hashlab
