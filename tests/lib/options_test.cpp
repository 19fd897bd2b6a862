#include "lib/options.h"
#include "lib/error.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hashlab::options_test {

using hashlab::testing::Contains;
using hashlab::testing::error_of;

namespace {

struct Method {
  std::size_t count = 3;
  double real = 0.5;
  std::string choice = "exact";
  std::optional<double> width;
  bool fast = true;
  double step = 2;

  Options options() {
    Options o;
    o.count("count", count, 1, 10, "how many");
    o.real("real", real, 0.0, 1.0, "how much");
    o.choice("choice", choice, {"exact", "evolution"}, "how");
    o.real_or_auto("width", width, 0.01, 100, "how wide");
    o.flag("fast", fast, "how fast");
    o.real("step", step, 0, 9, "how far").only_if("fast", "yes").unless("count", "1");
    return o;
  }
};

}  // namespace

TEST_CASE("options: each kind shows its default and what is allowed") {
  Method method;
  const Options options = method.options();
  REQUIRE(options.all().size() == 6);
  const std::vector<std::vector<std::string>> expected = {
      {"count", "how many", "3", "1 .. 10"},
      {"real", "how much", "0.5", "0 .. 1"},
      {"choice", "how", "exact", "exact | evolution"},
      {"width", "how wide", "auto", "auto | 0.01 .. 100"},
      {"fast", "how fast", "yes", "yes | no"},
      {"step", "how far", "2", "0 .. 9"}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Option& option = options.all()[i];
    CHECK(std::vector{option.name, option.help, option.default_value, option.allowed} ==
          expected[i]);
    CHECK(option.get() == option.default_value);
  }
}

TEST_CASE("options: setting a value changes the bound variable and what get() says") {
  Method method;
  Options options = method.options();
  options.set("count", "10");
  options.set("real", "0.25");
  options.set("choice", "evolution");
  options.set("width", "2.5");
  options.set("fast", "no");
  options.set("step", "0");
  CHECK(method.count == 10);
  CHECK(method.real == 0.25);
  CHECK(method.choice == "evolution");
  CHECK(method.width == 2.5);
  CHECK_FALSE(method.fast);
  CHECK(method.step == 0);
  std::vector<std::string> now;
  for (const Option& option : options.all()) now.push_back(option.get());
  CHECK(now == std::vector<std::string>{"10", "0.25", "evolution", "2.5", "no", "0"});
  options.set("width", "auto");
  CHECK_FALSE(method.width.has_value());
  CHECK(options.all()[3].get() == "auto");
  CHECK(options.all()[0].default_value == "3");
}

TEST_CASE("options: both ends of a range are allowed, one step further is not") {
  Method method;
  Options options = method.options();
  for (const char* good : {"1", "10"}) CHECK_NOTHROW(options.set("count", good));
  for (const char* good : {"0", "1", "1e-3", "0.0"}) CHECK_NOTHROW(options.set("real", good));
  for (const char* good : {"0.01", "100", "1e2"}) CHECK_NOTHROW(options.set("width", good));
  for (const char* bad : {"0", "11", "-1", "+1", "1.0", "1e1", " 1", "1 ", "", "one", "0x1",
                          "99999999999999999999999"}) {
    CHECK(error_of([&] { options.set("count", bad); }) ==
          "option 'count' = '" + std::string(bad) + "', must be 1 .. 10");
  }
  for (const char* bad : {"-0.001", "1.0001", "nan", "inf", "-inf", "", "half", "0.5x", "0,5"}) {
    CHECK(error_of([&] { options.set("real", bad); }) ==
          "option 'real' = '" + std::string(bad) + "', must be 0 .. 1");
  }
  for (const char* bad : {"-1", "0", "101", "nan", "Auto", "automatic", ""}) {
    CHECK(error_of([&] { options.set("width", bad); }) ==
          "option 'width' = '" + std::string(bad) + "', must be auto | 0.01 .. 100");
  }
  for (const char* bad : {"", "Exact", "exact ", "exac"}) {
    CHECK(error_of([&] { options.set("choice", bad); }) ==
          "option 'choice' = '" + std::string(bad) + "', must be exact | evolution");
  }
  for (const char* bad : {"", "true", "Yes", "1"}) {
    CHECK(error_of([&] { options.set("fast", bad); }) ==
          "option 'fast' = '" + std::string(bad) + "', must be yes | no");
  }
}

TEST_CASE("options: a refused value changes nothing") {
  Method method;
  Options options = method.options();
  for (const char* name : {"count", "real", "choice", "width", "fast", "step"}) {
    CHECK_THROWS_AS(options.set(name, "12345"), Error);
  }
  CHECK(method.count == 3);
  CHECK(method.real == 0.5);
  CHECK(method.choice == "exact");
  CHECK_FALSE(method.width.has_value());
  CHECK(method.fast);
  CHECK(method.step == 2);
}

TEST_CASE("options: a scaled number is one, its unit, or a multiple of the unit") {
  Scaled gamma;
  Options options;
  options.scaled("gamma", gamma, "auto", 0.5, 10, "how narrow");
  const auto unit = [] { return 8.0; };
  CHECK(options.all()[0].allowed == "auto | NUMBER*auto | 0.5 .. 10");
  CHECK(options.get("gamma") == "auto");
  CHECK(gamma.in(unit) == 8);
  options.set("gamma", "0.250*auto");
  CHECK(options.get("gamma") == "0.25*auto");
  CHECK(gamma.in(unit) == 2);
  options.set("gamma", "1*auto");
  CHECK(options.get("gamma") == "auto");
  options.set("gamma", "2.5");
  CHECK(options.get("gamma") == "2.5");
  CHECK(gamma.in([]() -> double { throw Error(ErrorCode::numerical, "not needed"); }) == 2.5);
  for (const char* bad : {"", "*auto", "0*auto", "-1*auto", "nan*auto", "inf*auto", "1e10*auto",
                          "2auto", "2 *auto", "auto*2", "2*Auto", "0.25", "11"}) {
    CHECK(error_of([&] { options.set("gamma", bad); }) ==
          "option 'gamma' = '" + std::string(bad) + "', must be auto | NUMBER*auto | 0.5 .. 10");
    CHECK(gamma.in(unit) == 2.5);
  }
}

TEST_CASE("options: one of several words stands for each value, as a choice of words does") {
  enum class Solver { exact, greedy, evolution };
  Solver solver = Solver::greedy;
  bool inclusive = true;
  std::string word = "greedy";
  Options options;
  options.one_of(
      "solver", solver,
      {{"exact", Solver::exact}, {"greedy", Solver::greedy}, {"evolution", Solver::evolution}},
      "how");
  options.choice("word", word, {"exact", "greedy", "evolution"}, "how");
  options.one_of("boundary", inclusive, {{"inclusive", true}, {"strict", false}}, "where")
      .only_if("solver", "exact");
  const Option &of_values = options.all()[0], &of_words = options.all()[1];
  CHECK(of_values.default_value == "greedy");
  CHECK(of_values.default_value == of_words.default_value);
  CHECK(of_values.allowed == "exact | greedy | evolution");
  CHECK(of_values.allowed == of_words.allowed);
  CHECK(of_values.choices == std::vector<std::string>{"exact", "greedy", "evolution"});
  CHECK(of_values.choices == of_words.choices);
  CHECK(of_values.help == of_words.help);
  CHECK_FALSE(of_values.is_place);
  CHECK(options.all()[2].default_value == "inclusive");
  CHECK(options.why_unused("boundary") == "option 'boundary' is not used with solver=greedy");

  options.set("solver", "exact");
  options.set("boundary", "strict");
  CHECK(solver == Solver::exact);
  CHECK_FALSE(inclusive);
  CHECK(options.get("solver") == "exact");
  CHECK(options.get("boundary") == "strict");
  CHECK(of_values.default_value == "greedy");
  CHECK(options.why_unused("boundary").empty());
  solver = Solver::evolution;  // the variable itself is read
  CHECK(options.get("solver") == "evolution");

  for (const std::string bad : {"", "Exact", "exact ", "exac", "0", "exact | greedy"}) {
    CHECK(error_of([&] { options.set("solver", bad); }) ==
          "option 'solver' = '" + bad + "', must be exact | greedy | evolution");
    CHECK(error_of([&] { options.set("boundary", bad); }) ==
          "option 'boundary' = '" + bad + "', must be inclusive | strict");
    CHECK(solver == Solver::evolution);
    CHECK_FALSE(inclusive);
  }
}

TEST_CASE("options: an option with conditions says when it is used, and why it is not") {
  Method method;
  Options options = method.options();
  options.count("deep", method.count, 1, 10, "how deep").only_if("step", "2");
  CHECK(options.all()[0].used_when().empty());
  CHECK(options.all()[5].used_when() == "with fast=yes, not with count=1");
  for (const Option& option : options.all()) CHECK(options.why_unused(option.name).empty());
  options.set("count", "1");
  CHECK(options.why_unused("step") == "option 'step' is not used with count=1");
  options.set("count", "2");
  CHECK(options.why_unused("step").empty());
  options.set("fast", "no");
  CHECK(options.why_unused("step") == "option 'step' is not used with fast=no");
  CHECK(options.why_unused("deep") ==
        "option 'deep' is not used: option 'step' is not used with fast=no");
  CHECK(error_of([&] { options.why_unused("stap"); }) ==
        "unknown option 'stap', did you mean 'step'?");
}

TEST_CASE("options: an unknown name is refused with the nearest one") {
  Method method;
  Options options = method.options();
  CHECK(options.has("count"));
  CHECK_FALSE(options.has("Count"));
  CHECK(error_of([&] { options.set("cuont", "1"); }) ==
        "unknown option 'cuont', did you mean 'count'?");
  CHECK(error_of([&] { options.set("temperature", "1"); }) == "unknown option 'temperature'");
  try {
    options.set("x", "1");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::invalid_argument);
  }
}

TEST_CASE("options: the nearest name by edits is suggested, a far one is not") {
  const std::vector<std::string> known = {"itq", "pca", "evolution", "annealing"};
  CHECK(suggestion("itqq", known) == ", did you mean 'itq'?");
  CHECK(suggestion("evolutoin", known) == ", did you mean 'evolution'?");
  CHECK(suggestion("evolution", known) == ", did you mean 'evolution'?");
  CHECK(suggestion("aneling", known) == ", did you mean 'annealing'?");
  CHECK(suggestion("zzz", known).empty());
  CHECK(suggestion("ITQ", known) == ", did you mean 'itq'?");
  CHECK(suggestion("", known).empty());
  CHECK(suggestion("itq", {}).empty());
}

TEST_CASE("options: number text reads back as the same double and is short") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1) == "1");
  CHECK(number_text(1e-30) == "1e-30");
  Rng rng(3);
  std::vector<double> values = {
      0.0, -0.0, 1.0 / 3.0, 5e-324, std::numeric_limits<double>::max(), 1e22, 123456789.125};
  for (int i = 0; i < 1000; ++i) {
    values.push_back(rng.normal() * std::pow(10.0, static_cast<double>(rng.below(60)) - 30));
  }
  double read = 0;
  Options options;
  options.real("x", read, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
               "any number");
  for (const double value : values) {
    options.set("x", number_text(value));
    CHECK(read == value);
    CHECK(std::signbit(read) == std::signbit(value));
  }
}

TEST_CASE("options: a spec is a name and settings in the order written") {
  CHECK(parse_spec("pca+sbq").name == "pca+sbq");
  CHECK(parse_spec("pca+sbq").settings.empty());
  const Spec spec = parse_spec("npq:solver=exact,beta=1,x=a=b:c");
  CHECK(spec.name == "npq");
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"solver", "exact"}, {"beta", "1"}, {"x", "a=b:c"}};
  CHECK(spec.settings == expected);
}

TEST_CASE("options: a spec with a missing part is refused, saying which") {
  const std::string form = ", expected NAME or NAME:key=value,key=value";
  CHECK(error_of([] { parse_spec(""); }) == "'': the name is empty" + form);
  CHECK(error_of([] { parse_spec(":a=1"); }) == "':a=1': the name is empty" + form);
  CHECK(error_of([] { parse_spec("n:"); }) == "'n:': '' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:a"); }) == "'n:a': 'a' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:a="); }) == "'n:a=': 'a=' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:=1"); }) == "'n:=1': '=1' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:a=1,"); }) == "'n:a=1,': '' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:a=1,,b=2"); }) == "'n:a=1,,b=2': '' is not key=value" + form);
  CHECK(error_of([] { parse_spec("n:a=1,a=1"); }) == "'n:a=1,a=1': key 'a' is given twice" + form);
}

TEST_CASE("options: far too many settings are refused before they are compared, in a short line") {
  std::string text = "sbq:";
  for (std::size_t i = 0; i < 64; ++i) text += fmt::format("{}k{}=1", i == 0 ? "" : ",", i);
  CHECK(parse_spec(text).settings.size() == 64);
  for (std::size_t i = 64; i < 200000; ++i) text += fmt::format(",k{}=1", i);
  const std::string refused = error_of([&] { parse_spec(text); });
  CHECK(refused == Contains("...': has more than 64 settings, expected NAME"));
  CHECK(refused.size() < 1000);
}

}  // namespace hashlab::options_test
