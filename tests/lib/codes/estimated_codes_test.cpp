// Files of codes that are compared by estimates: digits of up to 8 bits, and scalars.

#include "lib/codes/code_file.h"
#include "lib/codes/comparable.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "lib/h5/h5.h"
#include "lib/hamming/dispatch.h"
#include "lib/import/codes/open_codes.h"
#include "lib/ranking/linear_scan.h"
#include "lib/rng.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace hashlab::estimated_codes_test {

using namespace testing;

namespace {

CodeFormat format_of(const std::vector<std::uint8_t>& widths, std::size_t scalar_bytes) {
  CodeFormat format = format_of_digits(widths);
  format.by_estimate = true;
  format.scalar_bytes = scalar_bytes;
  return format;
}

Codes random_codes(const CodeFormat& format, std::size_t n) {
  Rng rng(4);
  Codes codes(format, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < format.bits; ++j) {
      if (rng.below(2) == 1) codes.set_bit(i, j);
    }
  }
  for (std::uint8_t& byte : codes.scalars) byte = static_cast<std::uint8_t>(rng.below(256));
  return codes;
}

/// The parts of a file of 5 codes with digits of 3 and 5 bits and two bytes of scalars, to be
/// changed.
struct Parts {
  std::string compared = "estimate";
  double bits = 8, scalar_bytes = 2, digit_bits = 0;
  std::vector<std::uint8_t> widths = {3, 5};
  std::vector<std::size_t> scalars = {5, 2};
  bool without_widths = false, scalars_as_integers = false;
};

void write_parts(const std::string& path, const Parts& parts) {
  H5File file = H5File::create("new");
  const std::vector<std::uint8_t> bytes(100, 1);
  const std::vector<std::int32_t> integers(100, 1);
  file.set("kind", "hashlab codes");
  file.set("bits", parts.bits);
  file.set("compared", parts.compared);
  file.set("scalar-bytes", parts.scalar_bytes);
  file.set("digit-bits", parts.digit_bits);
  if (!parts.without_widths) {
    file.write("/digit-widths", parts.widths.data(), {parts.widths.size()});
  }
  file.write("/codes", bytes.data(), {5, 1});
  if (parts.scalars_as_integers) {
    file.write("/scalars", integers.data(), parts.scalars);
  } else if (!parts.scalars.empty()) {
    file.write("/scalars", bytes.data(), parts.scalars);
  }
  write_file(path, file.image());
}

}  // namespace

TEST_CASE("estimated codes: a file gives them back, with their scalars, in any blocks") {
  const TemporaryFolder folder;
  const std::string path = folder / "codes.h5";
  for (const CodeFormat& format :
       {format_of({3, 3, 3}, 0), format_of({8, 8}, 1), format_of({7, 5, 1, 1}, 4)}) {
    const Codes codes = random_codes(format, 50);
    CodeWriter writer(path, format);
    const std::vector<std::uint32_t> first = {0, 1, 2};
    std::vector<std::uint32_t> rest;
    for (std::uint32_t i = 3; i < 50; ++i) rest.push_back(i);
    writer.append(codes_at(codes, first));
    writer.append(codes_at(codes, rest));
    writer.finish();
    const auto source = open_codes(path, {});
    CHECK(source->format() == format);
    const Codes whole = source->read(0, 50), part = source->read(10, 7);
    CHECK(whole.words == codes.words);
    CHECK(whole.scalars == codes.scalars);
    std::vector<std::uint32_t> seven = {10, 11, 12, 13, 14, 15, 16};
    CHECK(part.scalars == codes_at(codes, seven).scalars);
    // Readers of earlier versions refuse a file that has both.
    const H5File file = H5File::open(path);
    CHECK(file.has("/digit-widths"));
    CHECK(file.number_attributes().contains("digit-bits"));
    CHECK(file.has("/scalars") == (format.scalar_bytes > 0));
  }
}

TEST_CASE("estimated codes: files that lie about their scalars or digits are refused in a line") {
  const TemporaryFolder folder;
  const std::string path = folder / "c.h5";
  const auto refused = [&](const Parts& parts) {
    write_parts(path, parts);
    const std::string message = error_of([&] { open_codes(path, {})->read(0, 5); });
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.starts_with(path));
    return message;
  };
  write_parts(path, {});
  CHECK(open_codes(path, {})->read(4, 1).scalars == std::vector<std::uint8_t>{1, 1});
  CHECK(refused({.scalars = {}}) == Contains("lacks '/scalars' beside its codes"));
  CHECK(refused({.scalars = {5, 1}}) == Contains("'/scalars' is 5 x 1 of elements of 1 bytes, "
                                                 "expected 5 x 2 uint8"));
  CHECK(refused({.scalars = {4, 2}}) == Contains("expected 5 x 2 uint8"));
  CHECK(refused({.scalars = {6, 2}}) == Contains("expected 5 x 2 uint8"));
  CHECK(refused({.scalars_as_integers = true}) == Contains("expected 5 x 2 uint8"));
  CHECK(refused({.scalar_bytes = 3}) == Contains("expected 5 x 3 uint8"));
  for (const double bytes : {-1.0, 0.5, 65.0, 1e300, std::nan("")}) {
    CHECK(refused({.scalar_bytes = bytes}) == Contains("whole number 'scalar-bytes' in 0 .. 64"));
  }
  CHECK(refused({.without_widths = true}) == Contains("lacks '/digit-widths'"));
  CHECK(refused({.bits = 9}) == Contains("'/digit-widths' has 8 bits, the attribute 'bits' says "
                                         "9"));
  CHECK(refused({.bits = 9, .widths = {9}}) == Contains("expected 1 .. 65535 bits in digits of"));
  CHECK(refused({.widths = {8, 0}}) == Contains("expected 1 .. 65535 bits in digits of"));
  CHECK(refused({.compared = "by taste"}) ==
        Contains("'compared' is 'by taste', expected 'estimate'"));
}

TEST_CASE("estimated codes: files of all other codes have no trace of them, as before") {
  const TemporaryFolder folder;
  const std::string path = folder / "codes.h5";
  const CodeFormat mixed = format_of_digits(std::vector<std::uint8_t>{1, 3});
  for (const CodeFormat& format : {CodeFormat{12, 1}, CodeFormat{12, 2}, mixed}) {
    CodeWriter writer(path, format);
    writer.append(random_codes(format, 7));
    writer.finish();
    const H5File file = H5File::open(path);
    const auto texts = file.text_attributes();
    const auto numbers = file.number_attributes();
    CHECK_FALSE(texts.contains("compared"));
    CHECK_FALSE(numbers.contains("scalar-bytes"));
    CHECK_FALSE(file.has("/scalars"));
    CHECK(file.has("/digit-widths") == (format == mixed));
    CHECK(numbers.contains("digit-bits") == (format != mixed));
    const Codes codes = open_codes(path, {})->read(0, 7);
    CHECK(codes.format == format);
    CHECK(codes.scalars.empty());
  }
}

TEST_CASE("estimated codes: codes are not compared with codes") {
  const Codes codes = random_codes(format_of({1, 1, 1, 1}, 1), 3);
  CHECK_FALSE(codes.format.hamming());
  CHECK(error_of([&] { top_k(codes, codes, 1, active_kernel()); }) ==
        Contains("compared with real values alone"));
  Codes hamming({4, 1}, 3);
  CHECK(codes.format != hamming.format);
}

TEST_CASE("estimated codes: appended codes keep their scalars") {
  Codes all = random_codes(format_of({2, 2}, 2), 5);
  const Codes more = random_codes(all.format, 4);
  append_codes(all, more);
  CHECK(all.n == 9);
  CHECK(all.scalars_of(5)[1] == more.scalars_of(0)[1]);
  CHECK(all.digit(8, 1) == more.digit(3, 1));
  CHECK(all.format.bytes() == 3);
}

TEST_CASE("estimated codes: formats that cannot be stored are refused") {
  const TemporaryFolder folder;
  const auto refused = [&](const CodeFormat& format) {
    return error_of([&] { CodeWriter(folder / "x.h5", format); });
  };
  CHECK(refused(format_of({9}, 0)) == Contains("expected 1 .. 65535 bits"));
  CHECK(refused(format_of({8}, 65)) == Contains("at most 64 bytes"));
  CHECK(refused(format_of({}, 1)) == Contains("expected 1 .. 65535 bits"));
}

}  // namespace hashlab::estimated_codes_test
