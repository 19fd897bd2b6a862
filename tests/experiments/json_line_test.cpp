#include "experiments/program/json_line.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace hashlab::json_line_test {

using namespace experiments;

TEST_CASE("json: one line, with blanks outside of texts only, in the order given") {
  CHECK(json_line({{"b", 1}, {"a", {1, 2}}, {"c", "x:y,z"}}) ==
        "{\"b\": 1, \"a\": [1, 2], \"c\": \"x:y,z\"}\n");
  CHECK(json_line(Json::object()) == "{}\n");
  CHECK(json_line(Json::array()) == "[]\n");
}

TEST_CASE("json: quotes, backslashes and control characters are escaped, in keys too") {
  const std::string odd = "a\"b\\,:\n\x01";
  const std::string line = json_line(json_object(std::map<std::string, int>{{odd, 3}}));
  CHECK(line == "{\"a\\\"b\\\\,:\\n\\u0001\": 3}\n");
  CHECK(Json::parse(line).at(odd) == 3);
  // A backslash at the end of a text does not escape its quote.
  CHECK(json_line({{"x\\", "y\\"}, {"z", 1}}) == "{\"x\\\\\": \"y\\\\\", \"z\": 1}\n");
}

TEST_CASE("json: bytes that are no UTF-8 are replaced, in keys and values, and do not throw") {
  const std::string replacement = "\xEF\xBF\xBD";
  CHECK(json_line({{"caf\xE9", "\xFF.h5"}}) ==
        "{\"caf" + replacement + "\": \"" + replacement + ".h5\"}\n");
  CHECK(json_line({{"name", "caf\xC3\xA9"}}) == "{\"name\": \"caf\xC3\xA9\"}\n");
}

TEST_CASE("json: doubles read back as they were, those that are not finite are null") {
  for (const double value : {1.0 / 3, .1 + .2, 5e-324, 1 - 0x1p-53, 1e300, 2.0}) {
    CHECK(Json::parse(json_line(value)).get<double>() == value);
  }
  CHECK(json_line(std::numeric_limits<double>::infinity()) == "null\n");
  CHECK(json_line(std::numeric_limits<double>::quiet_NaN()) == "null\n");
}

TEST_CASE("json: maps with numbers for keys become objects") {
  CHECK(json_line(json_object(std::map<long, std::size_t>{{-1, 7}, {2, 0}})) ==
        "{\"-1\": 7, \"2\": 0}\n");
  CHECK(json_line(json_array(std::vector<int>{3, 4}, [](int i) { return 2 * i; })) == "[6, 8]\n");
}

}  // namespace hashlab::json_line_test
