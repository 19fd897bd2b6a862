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
  if (format.by_estimate) {
    fail(
        "codes of whole vectors are compared with real values alone: give the model and the "
        "features of the queries");
  }
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

void check_estimated_format(const CodeFormat& format, std::string_view what) {
  const std::size_t digits = format.digits();
  std::size_t sum = 0;
  bool fits = format.by_estimate && format.scalar_bytes <= 64 && digits > 0;
  for (std::size_t k = 0; fits && k < digits; ++k) {
    fits = format.width(k) >= 1 && format.width(k) <= 8;
    sum += format.width(k);
  }
  if (fits && sum == format.bits && sum <= 65535) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("{}: codes have {} bits in digits of {} and {} bytes of scalars, expected "
                  "1 .. 65535 bits in digits of 1 .. 8 and at most 64 bytes",
                  what, format.bits, digits_text(format), format.scalar_bytes));
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
