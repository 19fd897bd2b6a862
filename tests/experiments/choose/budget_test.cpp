#include "experiments/choose/budget.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

using namespace hashlab;
using namespace hashlab::testing;

TEST_CASE("budget: a time or units, and nothing else") {
  CHECK(parse_budget("90s").seconds == 90);
  CHECK(parse_budget("10m").seconds == 600);
  CHECK(parse_budget("1.5h").seconds == 5400);
  CHECK(parse_budget("500u").units == 500);
  CHECK(parse_budget("500u").seconds == 0);
  for (const char* text : {"", "10", "m", "10 m", "-1s", "0u", "10mm", "1e99u", "nanu", "infs"}) {
    CAPTURE(text);
    CHECK(error_of([&] { parse_budget(text); }) ==
          "budget '" + std::string(text) +
              "': expected a time, such as 90s, 10m or 2h, or units of work, such as 500u");
  }
}

TEST_CASE("budget: units are as given, and a time is more units if it is longer") {
  CHECK(units_of(parse_budget("123.456u")) == 123.456);
  CHECK(units_text(123.456) == "123.456u");
  CHECK(parse_budget(units_text(0.1)).units == 0.1);
  const double second = seconds_per_unit();
  CHECK(second > 1e-4);  // 10^13 multiply-adds a second
  CHECK(second < 60);
  CHECK(units_of(parse_budget("1h")) > units_of(parse_budget("1s")));
}
