#include "lib/utf8.h"

#include <doctest/doctest.h>

#include <string>

namespace hashlab::utf8_test {

TEST_CASE("utf8: text in any script is UTF-8") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("plain"));
  CHECK(is_utf8(std::string("a\0b", 3)));
  CHECK(is_utf8("caf\xC3\xA9"));
  CHECK(is_utf8("\xE7\x8C\xAB"));
  CHECK(is_utf8("\xF0\x9F\x90\x88"));
}

TEST_CASE(
    "utf8: the first and the last character of each length are UTF-8, their neighbours are not") {
  CHECK(is_utf8("\xC2\x80"));
  CHECK(is_utf8("\xDF\xBF"));
  CHECK(is_utf8("\xE0\xA0\x80"));
  CHECK(is_utf8("\xEF\xBF\xBF"));
  CHECK(is_utf8("\xF0\x90\x80\x80"));
  CHECK(is_utf8("\xF4\x8F\xBF\xBF"));
  CHECK_FALSE(is_utf8("\xC1\xBF"));  // longer than need be
  CHECK_FALSE(is_utf8("\xE0\x9F\xBF"));
  CHECK_FALSE(is_utf8("\xF0\x8F\xBF\xBF"));
  CHECK_FALSE(is_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  CHECK_FALSE(is_utf8("\xF5\x80\x80\x80"));
  CHECK(is_utf8("\xED\x9F\xBF"));
  CHECK_FALSE(is_utf8("\xED\xA0\x80"));  // surrogates
  CHECK_FALSE(is_utf8("\xED\xBF\xBF"));
  CHECK(is_utf8("\xEE\x80\x80"));
}

TEST_CASE("utf8: a character that is cut off or lacks a continuation byte is not UTF-8") {
  for (const std::string whole : {"\xC3\xA9", "\xE7\x8C\xAB", "\xF0\x9F\x90\x88"}) {
    for (std::size_t length = 1; length < whole.size(); ++length) {
      CHECK_FALSE(is_utf8("a" + whole.substr(0, length)));
      CHECK_FALSE(is_utf8(whole.substr(0, length) + "a"));
      CHECK_FALSE(is_utf8(whole.substr(0, length) + whole));
    }
    CHECK_FALSE(is_utf8(whole + "\x80"));
  }
  CHECK_FALSE(is_utf8("caf\xE9"));  // Latin-1
}

TEST_CASE("utf8: control characters and stray bytes are spelled out, all else is kept") {
  CHECK(visible_text("caf\xC3\xA9 \xE7\x8C\xAB \xF0\x9F\x90\x88 \xC2\xA0") ==
        "caf\xC3\xA9 \xE7\x8C\xAB \xF0\x9F\x90\x88 \xC2\xA0");
  CHECK(visible_text("a\x1B[31m\a\t\n\x7F") == "a\\x1B[31m\\x07\\x09\\x0A\\x7F");
  CHECK(visible_text("a\tb\n\r", "\t\n") == "a\tb\n\\x0D");
  CHECK(visible_text(std::string("\0", 1)) == "\\x00");
  CHECK(visible_text("\xC2\x80\xC2\x9F") == "\\xC2\\x80\\xC2\\x9F");
  CHECK(visible_text("\x9B"
                     "A\xC3") == "\\x9BA\\xC3");
}

TEST_CASE("utf8: the beginning of a character at the end of a text is told") {
  for (const std::string whole : {"\xC3\xA9", "\xE7\x8C\xAB", "\xF0\x9F\x90\x88"}) {
    for (std::size_t length = 1; length < whole.size(); ++length) {
      CHECK(unfinished_bytes("a" + whole.substr(0, length)) == length);
    }
    CHECK(unfinished_bytes("a" + whole) == 0);
  }
  CHECK(unfinished_bytes("") == 0);
  CHECK(unfinished_bytes("a") == 0);
  CHECK(unfinished_bytes("\x80\x80\x80\x80") == 0);
}

}  // namespace hashlab::utf8_test
