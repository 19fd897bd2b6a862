#include "lib/codes/codes.h"
#include "lib/codes/comparable.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace hashlab::codes_test {
namespace {

using Widths = std::vector<std::uint8_t>;

Codes random_codes(CodeFormat format, std::size_t n, Rng rng) {
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (rng.below(2) == 1) codes.set_bit(i, j);
    }
  }
  return codes;
}

// One code from digits written as papers print them: first digit first, highest bit first.
Codes printed_code(std::string_view text, std::size_t digit_bits) {
  Codes code({text.size(), digit_bits}, 1);
  for (std::size_t j = 0; j < text.size(); ++j) {
    const std::size_t k = j / digit_bits;
    if (text[j] == '1') code.set_bit(0, k * digit_bits + (digit_bits - 1 - j % digit_bits));
  }
  return code;
}

bool padding_is_zero(const Codes& codes) {
  const std::size_t used = codes.format.bits % 64;
  if (used == 0) return true;
  for (std::size_t i = 0; i < codes.n; ++i) {
    if (codes.code(i)[codes.n_words() - 1] >> used != 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("codes: a code takes whole 64-bit words") {
  CHECK(CodeFormat{1, 1}.n_words() == 1);
  CHECK(CodeFormat{64, 1}.n_words() == 1);
  CHECK(CodeFormat{65, 1}.n_words() == 2);
  CHECK(CodeFormat{1024, 1}.n_words() == 16);
  CHECK(Codes({65, 1}, 3).words.size() == 6);
}

TEST_CASE(
    "codes: the largest distance is bits for Hamming and digits times 2^B - 1 for Manhattan") {
  CHECK(CodeFormat{32, 1}.max_distance() == 32);
  CHECK(CodeFormat{32, 2}.max_distance() == 48);
  CHECK(CodeFormat{30, 3}.max_distance() == 70);
  CHECK(CodeFormat{32, 4}.max_distance() == 120);
}

TEST_CASE("codes: bit j is word j / 64, position j % 64") {
  Codes codes({70, 1}, 2);
  codes.set_bit(1, 0);
  codes.set_bit(1, 69);
  CHECK(codes.words == std::vector<std::uint64_t>{0, 0, 1, std::uint64_t{1} << 5});
  CHECK(codes.bit(1, 69));
  CHECK_FALSE(codes.bit(1, 68));
  CHECK_FALSE(codes.bit(0, 69));
}

TEST_CASE("codes: a digit has its lowest bit first, also across a word boundary") {
  Codes codes({66, 3}, 1);
  codes.set_bit(0, 63);
  codes.set_bit(0, 65);
  CHECK(codes.digit(0, 21) == 0b101);
  CHECK(codes.digit(0, 20) == 0);
}

TEST_CASE("codes: the printed pair 000100, 110000 is 4 apart with B = 2 and 10 with B = 3") {
  // Kong, Li & Guo, "Manhattan Hashing for Large-Scale Image Retrieval", SIGIR 2012.
  CHECK(distance(printed_code("000100", 2), 0, printed_code("110000", 2), 0) == 4);
  CHECK(distance(printed_code("000100", 3), 0, printed_code("110000", 3), 0) == 10);
  CHECK(distance(printed_code("000100", 1), 0, printed_code("110000", 1), 0) == 3);
}

TEST_CASE("codes: Manhattan distance of digits is Hamming distance of their thermometers") {
  for (std::size_t B = 1; B <= 6; ++B) {
    for (const std::size_t digits : std::vector<std::size_t>{1, 5, 16, 33}) {
      CAPTURE(B);
      CAPTURE(digits);
      const Codes codes =
          random_codes({digits * B, B}, 12, Rng(7).stream("codes", 64 * B + digits));
      const Codes unary = thermometer(codes);
      CHECK(unary.format.max_distance() == codes.format.max_distance());
      bool equal = true;
      for (std::size_t i = 0; i < codes.n; ++i) {
        for (std::size_t j = 0; j < codes.n; ++j) {
          equal = equal && distance(codes, i, codes, j) == distance(unary, i, unary, j);
        }
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("codes: a thermometer is a run of ones from its first bit") {
  const Codes unary = thermometer(printed_code("00011011", 2));
  CHECK(unary.format == CodeFormat{12, 1});
  CHECK(unary.words == std::vector<std::uint64_t>{0b111'011'001'000});
}

TEST_CASE("codes: the thermometer of Hamming codes is the codes themselves") {
  const Codes codes = random_codes({65, 1}, 4, Rng(3));
  CHECK(thermometer(codes).words == codes.words);
  CHECK(thermometer(codes).format == codes.format);
}

TEST_CASE("codes: bits after the last one are zero") {
  for (std::size_t bits = 1; bits <= 130; ++bits) {
    CAPTURE(bits);
    CHECK(padding_is_zero(random_codes({bits, 1}, 3, Rng(bits))));
    CHECK(padding_is_zero(thermometer(random_codes({3 * bits, 3}, 3, Rng(bits)))));
  }
}

TEST_CASE("codes: digits of different widths are one after the other, equal ones a plain format") {
  const CodeFormat format = format_of_digits(Widths{2, 1, 3});
  CHECK(format.bits == 6);
  CHECK(format.digits() == 3);
  CHECK_FALSE(format.hamming());
  CHECK(format.max_distance() == 3 + 1 + 7);
  Codes codes(format, 2);  // 101 0 11 and 001 1 01 as papers print them from the last digit on
  codes.put(0, 0, 6, 0b101'0'11);
  codes.put(1, 0, 6, 0b001'1'01);
  CHECK(codes.digit(0, 0) == 3);
  CHECK(codes.digit(0, 1) == 0);
  CHECK(codes.digit(0, 2) == 5);
  CHECK(distance(codes, 0, codes, 1) == 2 + 1 + 4);
  CHECK(thermometer(codes).words == std::vector<std::uint64_t>{0b0011111'0'111, 0b0000001'1'001});
  CHECK(format_of_digits(Widths{2, 2, 2}) == CodeFormat{6, 2});
  CHECK(format_of_digits(Widths{1, 1}) == CodeFormat{2, 1});
  CHECK(format_of_digits(Widths{}) == CodeFormat{});
  CHECK(format != CodeFormat{6, 2});
  CHECK(format_of_digits(Widths{2, 1, 3}) != format_of_digits(Widths{1, 2, 3}));
}

TEST_CASE("codes: Manhattan distance is that of thermometers for random widths") {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    Rng rng = Rng(8).stream("widths", trial);
    Widths widths(2 + rng.below(70));
    for (std::uint8_t& width : widths) width = static_cast<std::uint8_t>(1 + rng.below(6));
    const Codes codes = random_codes(format_of_digits(widths), 8, rng);
    const Codes unary = thermometer(codes), tail = thermometer(codes, 3, 4);
    CHECK(unary.format == CodeFormat{codes.format.max_distance(), 1});
    CHECK(padding_is_zero(unary));
    bool equal = true;
    for (std::size_t i = 0; i < codes.n; ++i) {
      for (std::size_t j = 0; j < codes.n; ++j) {
        unsigned sum = 0;
        for (std::size_t k = 0; k < widths.size(); ++k) {
          const unsigned a = codes.digit(i, k), b = codes.digit(j, k);
          sum += a > b ? a - b : b - a;
        }
        equal = equal && distance(codes, i, codes, j) == sum && distance(unary, i, unary, j) == sum;
      }
      if (i >= 3 && i < 7) equal = equal && distance(tail, i - 3, unary, i) == 0;
    }
    CHECK(equal);
  }
}

TEST_CASE("codes: formats whose widths do not make up the code are refused") {
  const auto refused = [](const CodeFormat& format) {
    return testing::error_of([&] { check_format(format, "here"); });
  };
  CHECK(refused({6, 0, {2, 1, 3}}) == "no error");
  CHECK(refused({7, 0, {2, 1, 3}}) == "here: digits have 6 bits together, codes have 7");
  CHECK(refused({6, 0, {6, 0}}) == "here: a digit has 0 bits, expected 1 .. 6");
  CHECK(refused({7, 0, {7}}) == "here: a digit has 7 bits, expected 1 .. 6");
  CHECK(refused({6, 2, {2, 1, 3}}) == "here: digits have 2 bits, expected 1 .. 6");
  CHECK(refused({6, 0}) == "here: digits have 0 bits, expected 1 .. 6");
  CHECK(testing::error_of([&] {
          check_comparable({3, 0, {2, 1}}, {3, 0, {1, 2}}, "here");
        }) ==
        "here: queries have 3 bits in digits of 2,1, the database has 3 in digits of 1,2; encode "
        "both with one hasher");
}

}  // namespace hashlab::codes_test
