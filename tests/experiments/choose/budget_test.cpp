#include "experiments/choose/budget.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::budget_test {

using namespace experiments;
using namespace testing;

TEST_CASE("budget: a time, units or a share, and nothing else") {
  CHECK(parse_budget("90s").seconds == 90);
  CHECK(parse_budget("10m").seconds == 600);
  CHECK(parse_budget("1.5h").seconds == 5400);
  CHECK(parse_budget("500u").work == WorkBudget{500, 0});
  CHECK(parse_budget("500u").seconds == 0);
  CHECK(parse_budget("10%").work == WorkBudget{0, 10});
  for (const char* text :
       {"", "10", "m", "10 m", "-1s", "0%", "1%u", "0u", "10mm", "1e99u", "nanu", "infs"}) {
    CAPTURE(text);
    CHECK(error_of([&] { parse_budget(text); }) ==
          "budget '" + std::string(text) +
              "': expected a time, such as 90s, 10m or 2h, units of work, such as 500u, or a share "
              "of the full grid's work, such as 10%");
  }
}

TEST_CASE("budget: a suite's is read as it is written") {
  for (const char* text : {"1000", "0.001", "7%", "12.5%"}) {
    CHECK(work_budget_text(parse_work_budget(text)) == text);
  }
  for (const char* text : {"", "many", "0", "-1", "1e10", "10m", "500u", "0%", "2000%", "10 %"}) {
    CAPTURE(text);
    CHECK(error_of([&] { parse_work_budget(text); }) ==
          "option 'auto-budget' = '" + std::string(text) +
              "', must be a number of units in 0.001 .. 1e9, such as 1000, or a share of the full "
              "grid's work, such as 10%");
  }
}

TEST_CASE("budget: units are as given, and a time is more units if it is longer") {
  CHECK(parse_budget("123.456u").work.units == 123.456);
  CHECK(units_text(123.456) == "123.456u");
  CHECK(parse_budget(units_text(0.1)).work.units == 0.1);
  const double second = seconds_per_unit();
  CHECK(second > 1e-4);  // 10^13 multiply-adds a second
  CHECK(second < 60);
  CHECK(units_in(3600) > units_in(1));
}

}  // namespace hashlab::budget_test
