#include "lib/codes/comparable.h"

#include "lib/error.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace hashlab {

void check_format(const CodeFormat& format, std::string_view what) {
  constexpr std::size_t farthest = std::numeric_limits<std::uint16_t>::max();
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{}: {}", what, message));
  };
  if (format.digit_bits == 0 || format.digit_bits > 6) {
    fail(fmt::format("digits have {} bits, expected 1 .. 6", format.digit_bits));
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
                  what, queries.bits, queries.digit_bits, database.bits, database.digit_bits));
}

}  // namespace hashlab
