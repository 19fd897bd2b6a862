#include "lib/plain_name.h"
#include "lib/data/dataset.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::plain_name_test {

using namespace testing;

TEST_CASE("plain names: letters of any script, spaces and punctuation inside are allowed") {
  for (const std::string name : {"cifar10_gist512", "a b", "caf\xC3\xA9", "\xE7\x8C\xAB", "1=2",
                                 "a-b+c@d", "_x", "a,\"b\"", ".h5", "\\x09"}) {
    CAPTURE(name);
    CHECK(error_of([&] { require_plain_name("f", name, "rename it"); }) == "no error");
    CHECK(is_plain_name(name));
  }
}

TEST_CASE("plain names: what no table or terminal can hold is refused and named") {
  const auto refused = [](const std::string& name) {
    return error_of([&] { require_plain_name("f", name, "rename it"); });
  };
  CHECK(
      refused("a\tb") ==
      "f: the name 'a\\x09b' has the control character \\x09, which tables cannot hold: rename it");
  CHECK(refused("a\n") == Contains("'a\\x0A' has the control character \\x0A"));
  CHECK(refused("\x1B[2J") == Contains("'\\x1B[2J' has the control character \\x1B"));
  CHECK(refused("\x7F") == Contains("has the control character \\x7F"));
  CHECK(refused("a\xC2\x9B") == Contains("'a\\xC2\\x9B' has the control character \\xC2"));
  CHECK(refused("a\xFF") == Contains("'a\\xFF' has the byte \\xFF, which is not UTF-8"));
}

TEST_CASE("plain names: what spreadsheets take for a formula is refused") {
  for (const char first : std::string("=+-@")) {
    const std::string name = std::string(1, first) + "cmd|' calc'!A0";
    CAPTURE(name);
    CHECK(error_of([&] { require_plain_name("f", name, "rename it"); }) ==
          Contains("begins with '" + std::string(1, first) +
                   "', so spreadsheets would take it for a formula: rename it"));
    CHECK_FALSE(is_plain_name(name));
    CHECK(error_of([&] { dataset_name("data/" + name + ".h5"); }) == Contains("rename the file"));
  }
  CHECK(dataset_name("=/+/a.h5") == "a");
}

}  // namespace hashlab::plain_name_test
