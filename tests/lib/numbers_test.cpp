#include "lib/numbers.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace hashlab::numbers_test {

TEST_CASE("numbers: a whole number is the whole text, in 64 bits") {
  CHECK(parse_whole("0") == 0);
  CHECK(parse_whole("0017") == 17);
  CHECK(parse_whole("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
  CHECK(parse_whole("fF", 16) == 255);
  for (const char* bad : {"", " 1", "1 ", "+1", "-1", "-0", "1.5", "1x", "x", "0x10", "1e3",
                          "18446744073709551616", "99999999999999999999999"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(parse_whole(bad));
  }
  using std::string_view_literals::operator""sv;
  CHECK_FALSE(parse_whole("1\0"sv));
}

TEST_CASE("numbers: an integer may be negative") {
  CHECK(parse_integer("-0") == 0);
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  for (const char* bad : {"", "-", "--1", "+1", "1.0", "9223372036854775808"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(parse_integer(bad));
  }
}

TEST_CASE("numbers: a real number is the whole text, and may be infinite or none at all") {
  CHECK(parse_real("2.5e-3") == 0.0025);
  CHECK(parse_real("-7") == -7);
  CHECK(parse_real(".5") == 0.5);
  CHECK(parse_real("5e-324") == 5e-324);
  CHECK(std::isinf(parse_real("-inf").value()));
  CHECK(std::isnan(parse_real("nan").value()));
  for (const char* bad : {"", " 1", "1 ", "+1", "1,5", "1.5.", "1e", "0x10", "half", "1e999"}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(parse_real(bad));
  }
}

TEST_CASE("numbers: one at the front is taken off, and nothing is if there is none") {
  std::string_view rest = "17,4";
  CHECK(take_whole(rest) == 17);
  CHECK(rest == ",4");
  CHECK_FALSE(take_whole(rest));
  CHECK(rest == ",4");
  rest = "99999999999999999999,4";
  CHECK_FALSE(take_whole(rest));
  CHECK(rest.size() == 22);
  rest = "0.5-macro";
  CHECK(take_real(rest) == 0.5);
  CHECK(rest == "-macro");
  rest = "";
  CHECK_FALSE(take_real(rest));
}

}  // namespace hashlab::numbers_test
