#include "lib/codes/code_use.h"

#include "lib/rng.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace hashlab::code_use_test {

TEST_CASE("code use: constant codes are one, in one bucket, without entropy") {
  const CodeUse use = code_use(Codes(CodeFormat{32, 1}, 7));
  CHECK(use.distinct == 1);
  CHECK(use.largest_share == 1);
  CHECK(use.bit_entropy == 0);
}

TEST_CASE("code use: by hand") {
  Codes codes(CodeFormat{2, 1}, 4);  // 00, 01, 01, 11
  codes.set_bit(1, 0);
  codes.set_bit(2, 0);
  codes.set_bit(3, 0);
  codes.set_bit(3, 1);
  const CodeUse use = code_use(codes);
  CHECK(use.distinct == 3);
  CHECK(use.largest_share == 0.5);
  CHECK(use.bit_entropy == doctest::Approx(0.8112781244591328).epsilon(1e-15));  // H(1/4), twice
}

TEST_CASE("code use: of any length as counted one by one") {
  for (const std::size_t bits : {1U, 5U, 64U, 65U, 130U}) {
    CAPTURE(bits);
    Rng rng(bits);
    Codes codes(CodeFormat{bits, 1}, 60);
    for (std::size_t i = 0; i < codes.n; ++i) {
      const std::size_t kind = rng.below(9);  // which is all of a code, so that some repeat
      for (std::size_t j = 0; j < bits; ++j) {
        if ((j * j + kind * 7) % (kind + 2) == 0) codes.set_bit(i, j);
      }
    }
    std::map<std::string, std::size_t> buckets;
    for (std::size_t i = 0; i < codes.n; ++i) {
      std::string text;
      for (std::size_t j = 0; j < bits; ++j) text += codes.bit(i, j) ? '1' : '0';
      ++buckets[text];
    }
    std::size_t largest = 0;
    for (const auto& [text, count] : buckets) largest = std::max(largest, count);
    const CodeUse use = code_use(codes);
    CHECK(use.distinct == buckets.size());
    CHECK(use.largest_share == static_cast<double>(largest) / 60);
    CHECK((use.bit_entropy >= 0 && use.bit_entropy <= 1));
  }
}

}  // namespace hashlab::code_use_test
