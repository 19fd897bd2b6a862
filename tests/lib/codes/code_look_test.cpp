#include "lib/codes/code_look.h"

#include "lib/codes/packing.h"
#include "lib/files/files.h"
#include "lib/import/codes/open_codes.h"
#include "lib/rng.h"
#include "tests/support/code_files.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace hashlab::code_look_test {

using namespace testing;

namespace {

/// Codes around a few centres, so that near ones are nearer than chance.
Codes clustered(std::size_t bits, std::size_t n, std::uint64_t seed) {
  const Codes centres = random_codes({bits, 1}, 4, 77);
  Rng rng(seed);
  Codes codes({bits, 1}, n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t c = rng.below(4);
    for (std::size_t j = 0; j < bits; ++j) {
      if (centres.bit(c, j) != (rng.below(10) < 2)) codes.set_bit(i, j);
    }
  }
  return codes;
}

/// The notes on two files whose bytes are given, database first.
std::vector<std::string> notes(const std::string& database, const std::string& query,
                               const CodeFileOptions& options = {}) {
  const TemporaryFolder folder;
  write_file(folder / "d", database);
  write_file(folder / "q", query);
  return look_at_codes(*open_codes(folder / "d", options), "d", *open_codes(folder / "q", options),
                       "q", options.bit_order);
}

std::string bools(const Codes& codes) {
  return npy_elements<std::uint8_t>(codes, "|b1", 0, 1);
}

CodeFileOptions ordered(const std::string& order) {
  CodeFileOptions options;
  options.bit_order = order;
  return options;
}

}  // namespace

TEST_CASE("code look: bits that are the same in all codes are counted") {
  Codes codes({70, 1}, 3);
  CHECK(constant_bits(codes) == 70);
  codes.set_bit(1, 0);
  codes.set_bit(2, 69);
  CHECK(constant_bits(codes) == 68);
  CHECK(constant_bits(Codes({70, 1}, 1)) == 70);
  CHECK(constant_bits(Codes({70, 1}, 0)) == 0);
}

TEST_CASE("code look: a sample is the whole of a small source, and parts of a large one") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({16, 1}, 1000, 1);
  write_file(folder / "d", bools(codes));
  const auto source = open_codes(folder / "d", {});
  CHECK(sample_of(*source).is_all);
  CHECK(same_codes(sample_of(*source).codes, codes));
  const CodeSample part = sample_of(*source, 100);
  CHECK_FALSE(part.is_all);
  CHECK(part.codes.n == 100);
  CHECK(same_codes(slice_of(part.codes, 0, 25), slice_of(codes, 0, 25)));
  CHECK(same_codes(slice_of(part.codes, 75, 25), slice_of(codes, 975, 25)));
}

TEST_CASE("code look: codes that vary are nothing to speak of") {
  CHECK(notes(bools(clustered(48, 100, 1)), bools(clustered(48, 40, 2))).empty());
}

TEST_CASE("code look: constant bits are told, of as many codes as could vary") {
  Codes codes = clustered(48, 100, 1);
  for (std::size_t i = 0; i < codes.n; ++i) codes.set_bit(i, 5);
  const auto told = notes(bools(codes), bools(clustered(48, 40, 2)));
  REQUIRE(told.size() == 1);
  CHECK(told[0] ==
        Contains(
            "d: 1 of 48 bits is the same in all 100 codes: unless they are padding, real values"));
  const auto equal = notes(bools(Codes({48, 1}, 100)), bools(clustered(48, 40, 2)));
  REQUIRE(equal.size() == 1);
  CHECK(equal[0] == Contains("d: all 100 codes are equal"));
  CHECK(notes(bools(clustered(48, 100, 1)), bools(Codes({48, 1}, 5))).empty());
}

TEST_CASE("code look: remarks on values take the place of their consequences") {
  const Codes d = clustered(48, 100, 1), q = clustered(48, 40, 2);
  const auto told =
      notes(npy_elements<float>(d, "<f4", .1f, .9f), npy_elements<float>(q, "<f4", .1f, .9f));
  REQUIRE(told.size() == 2);
  CHECK(told[0] == Contains("d: no value is negative"));
  CHECK(told[1] == Contains("q: no value is negative"));
}

TEST_CASE("code look: packed bytes beside bits are compared in both orders") {
  const Codes d = clustered(48, 300, 1), q = clustered(48, 40, 2);
  CodeFileOptions none;
  none.bits = 48;
  for (const bool big : {false, true}) {
    CAPTURE(big);
    const auto told = notes(npy_packed(d, big), bools(q));
    REQUIRE(told.size() == 1);
    CHECK(told[0] == Contains(big ? "give --bit-order big (numpy.packbits packs big)"
                                  : "give --bit-order little if that is right"));
    CHECK(notes(bools(d), npy_packed(q, big)).size() == 1);
    CHECK(notes(npy_packed(d, big), bools(q), ordered(big ? "big" : "little")).empty());
    const auto wrong = notes(npy_packed(d, big), bools(q), ordered(big ? "little" : "big"));
    REQUIRE(wrong.size() == 1);
    CHECK(wrong[0] == Contains(big ? "give --bit-order big" : "give --bit-order little"));
    CHECK(notes(npy_packed(d, big), npy_packed(q, big)).empty());
  }
}

TEST_CASE("code look: codes of our own have an order, and padding decides one") {
  const TemporaryFolder folder;
  const Codes d = clustered(48, 300, 1), q = clustered(48, 40, 2);
  write_code_file(folder / "own.h5", d);
  write_file(folder / "q", npy_packed(q, true));
  const auto told = look_at_codes(*open_codes(folder / "own.h5", {}), "own.h5",
                                  *open_codes(folder / "q", {}), "q", "");
  REQUIRE(told.size() == 1);
  CHECK(told[0] == Contains("q is packed and does not say its bit order, own.h5 has one"));
  CHECK(compare_orders(d, q).has_value());
  CHECK_FALSE(compare_orders(clustered(47, 9, 1), clustered(47, 9, 2)).has_value());
  CHECK_FALSE(compare_orders(Codes({48, 2}, 9), Codes({48, 2}, 9)).has_value());
}

TEST_CASE("code look: two packed files whose bits are in different orders are told") {
  const Codes codes = random_codes({.bits = 48}, 60, 3);
  const auto looked = [&](bool database_is_big, bool query_is_big) {
    const TemporaryFolder folder;
    write_file(folder / "d.npy", npy_packed(codes, database_is_big));
    write_file(folder / "q.npy", npy_packed(codes, query_is_big));
    return look_at_codes(*open_codes(folder / "d.npy", {}), "d", *open_codes(folder / "q.npy", {}),
                         "q", "");
  };
  CHECK(looked(false, false).empty());
  CHECK(looked(true, true).empty());
  for (const bool big : {false, true}) {
    const auto notes = looked(big, !big);
    REQUIRE(notes.size() == 1);
    CHECK(notes.front() == Contains("seem to be packed in different bit orders"));
    CHECK(notes.front() == Contains("and 0.0 if the bits of each byte of the first are reversed"));
  }
}

TEST_CASE("code look: signed bytes beside unsigned ones are told") {
  const Codes d = clustered(48, 100, 1), q = clustered(48, 40, 2);
  std::vector<std::int8_t> bytes;
  for (const std::uint8_t byte : pack(d)) bytes.push_back(static_cast<std::int8_t>(byte));
  const std::string signed_bytes = npy("|i1", "(100, 6)", bytes);
  const auto told = notes(signed_bytes, npy_packed(q, false));
  REQUIRE(told.size() == 1);
  CHECK(told[0] == Contains("d has signed bytes and q unsigned ones"));
  CHECK(notes(signed_bytes, signed_bytes).empty());
}

TEST_CASE("code look: a source begins with its own first codes, in whatever form") {
  const TemporaryFolder folder;
  const Codes codes = random_codes({64, 1}, 5000, 1);
  write_file(folder / "d", bools(codes));
  write_file(folder / "p", npy_packed(codes, false));
  write_file(folder / "h", bools(slice_of(codes, 0, 4500)));
  Codes other = codes;
  other.words[4999] ^= 1;
  write_file(folder / "o", bools(other));
  const auto source = open_codes(folder / "d", {});
  CHECK(begins_with(*source, *source));
  CHECK(begins_with(*source, *open_codes(folder / "p", {})));
  CHECK(begins_with(*source, *open_codes(folder / "h", {})));
  CHECK_FALSE(begins_with(*open_codes(folder / "h", {}), *source));
  CHECK_FALSE(begins_with(*source, *open_codes(folder / "o", {})));
}

}  // namespace hashlab::code_look_test
