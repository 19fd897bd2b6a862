#include "lib/images/image_file.h"
#include "lib/error.h"
#include "lib/files/files.h"
#include "tests/support/skip.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace hashlab::image_file_test {

using namespace testing;

namespace {

const std::string folder = HASHLAB_SOURCE_DIR "/tests/data/images/";

struct Golden {
  const char* name;
  std::size_t height, width, channels;
};

/// Pictures that Pillow wrote (or, where it does not write the kind, read): data/make_images.py.
const std::vector<Golden> goldens = {
    {"rgb.png", 9, 13, 3},         {"grey.png", 9, 13, 1},    {"palette.png", 9, 13, 3},
    {"bilevel.png", 9, 13, 1},     {"rgba.png", 9, 13, 3},    {"palette_alpha.png", 9, 13, 3},
    {"grey_alpha.png", 9, 13, 1},  {"grey16.png", 9, 13, 1},  {"interlaced.png", 9, 13, 3},
    {"grey.jpg", 9, 13, 1},        {"rgb420.jpg", 19, 21, 3}, {"rgb444.jpg", 9, 13, 3},
    {"progressive.jpg", 9, 13, 3}, {"rgb.ppm", 9, 13, 3},     {"grey.pgm", 9, 13, 1}};

std::string refused(const std::string& bytes) {
  const std::string message = error_of([&] { decode_image(bytes, "a.img"); });
  CHECK(message.starts_with("a.img: "));
  CHECK(message.find('\n') == std::string::npos);
  return message.substr(std::min<std::size_t>(message.size(), 7));
}

std::string with(std::string bytes, std::size_t at, const std::string& other) {
  return bytes.replace(at, other.size(), other);
}

std::vector<std::uint8_t> numbers(const std::string& bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("image_file: every kind is read as Pillow reads it") {
  for (const Golden& golden : goldens) {
    CAPTURE(golden.name);
    const Image image = read_image(folder + golden.name);
    CHECK(image.height == golden.height);
    CHECK(image.width == golden.width);
    REQUIRE(image.channels == golden.channels);
    CHECK(image.pixels == numbers(read_file(folder + golden.name + ".pixels")));
  }
}

TEST_CASE("image_file: a picture that is cut off anywhere is refused") {
  for (const Golden& golden : goldens) {
    CAPTURE(golden.name);
    const std::string bytes = read_file(folder + golden.name);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      CAPTURE(length);
      CHECK_THROWS_AS(decode_image(std::string_view(bytes).substr(0, length), "cut"), Error);
    }
  }
  CHECK(refused(read_file(folder + "rgb420.jpg").substr(0, 800)) ==
        "is a truncated or damaged JPEG (libjpeg: 'Premature end of JPEG file')");
  CHECK(refused(read_file(folder + "rgb.png").substr(0, 200)) ==
        "is a truncated or damaged PNG (libpng: 'premature end of file')");
  CHECK(refused(read_file(folder + "rgb.ppm").substr(0, 300)) ==
        "is a PPM or PGM of 13 x 9 pixels, which take 351 bytes, but 288 follow its header: it is "
        "truncated");
}

TEST_CASE("image_file: a damaged byte gives a picture of the same size or an error") {
  for (const Golden& golden : goldens) {
    CAPTURE(golden.name);
    const std::string bytes = read_file(folder + golden.name);
    std::size_t refusals = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const char flip : {'\x01', '\x80'}) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ flip);
        try {
          const Image image = decode_image(damaged, "damaged");
          CHECK(image.pixels.size() == image.height * image.width * image.channels);
        } catch (const Error&) {
          ++refusals;
        }
      }
    }
    CHECK(refusals > 0);
  }
}

TEST_CASE("image_file: absurd dimensions are refused before room is made for them") {
  // The checksums of these headers come from Python's zlib.
  const auto png = [](const std::string& extent, const std::string& checksum) {
    return std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) + extent +
           std::string("\x08\x00\x00\x00\x00", 5) + checksum + std::string("\0\0\1\0IDAT", 8);
  };
  CHECK(refused(png("\x7f\xff\xff\xff\x7f\xff\xff\xff", "\x31\xa2\x54\xba")) ==
        "claims to be a picture of 2147483647 x 2147483647 pixels, expected at most 67108864 in "
        "all; scale it down");
  CHECK(refused(png(std::string("\0\0\x1f\x40\0\0\x1f\x40", 8), "\x23\x9a\xf2\x28")) ==
        "claims to be a picture of 8000 x 8000 pixels, which 41 bytes cannot hold: it is "
        "truncated or damaged");

  const std::string jpeg = read_file(folder + "grey.jpg");
  const std::size_t frame = jpeg.find("\xff\xc0");
  REQUIRE(frame != std::string::npos);
  CHECK(refused(with(jpeg, frame + 5, "\xff\xdc\xff\xdc")) ==
        "claims to be a picture of 65500 x 65500 pixels, expected at most 67108864 in all; scale "
        "it down");
  CHECK(refused(with(jpeg, frame + 5, "\x1f\xff\x1f\xff")) ==
        "claims to be a picture of 8191 x 8191 pixels, which 434 bytes cannot hold: it is "
        "truncated or damaged");

  CHECK(refused("P6 99999999999999999999999 2 255\n") ==
        "claims to be a picture of 1099511627776 x 2 pixels, expected at most 67108864 in all; "
        "scale it down");
  CHECK(refused("P5 8192 8192 255\nabc") ==
        "claims to be a picture of 8192 x 8192 pixels, which 20 bytes cannot hold: it is "
        "truncated or damaged");
  CHECK(refused("P5 0 3 255\n") == "is a picture of 0 x 3 pixels: it is empty");
}

TEST_CASE("image_file: other kinds of files are refused with what to do") {
  CHECK(refused("") == "is empty, expected a picture");
  CHECK(refused("GIF89a") == "is no picture, expected PNG, JPEG or binary PPM or PGM");
  CHECK(refused("P3 1 1 255 0 0 0") == "is no picture, expected PNG, JPEG or binary PPM or PGM");
  CHECK(refused(read_file(folder + "cmyk.jpg")) ==
        "is a JPEG in CMYK, the colours of print: convert it to RGB");
  CHECK(error_of([] { read_image("nowhere.png"); }) == Contains("nowhere.png"));
}

TEST_CASE("image_file: headers of PPM and PGM may have comments and any blanks") {
  const Image image = decode_image("P6#one\n# two 7\n 1\t#\n2\r\n#three\r255\nabcdef", "a.ppm");
  CHECK(image.width == 1);
  CHECK(image.height == 2);
  CHECK(image.pixels == numbers("abcdef"));
  // One blank ends the header: the next is a sample.
  CHECK(decode_image("P5 2 1 255 \n ", "a.pgm").pixels == std::vector<std::uint8_t>{10, 32});
}

TEST_CASE("image_file: samples of PPM and PGM are stretched to 0 .. 255") {
  CHECK(decode_image(std::string("P5 3 1 2\n\0\1\2", 12), "a.pgm").pixels ==
        std::vector<std::uint8_t>{0, 128, 255});
  CHECK(refused("P5 1 1 2\n\3") ==
        "is a damaged PPM or PGM: a sample is 3, expected at most 2 by its header");
  CHECK(refused("P5 1 1 65535\n\3\3") ==
        "is a PPM or PGM with samples up to 65535, expected 1 .. 255: save it with 8 bits a "
        "sample");
  CHECK(refused("P5 1 1 0\n\3") == Contains("with samples up to 0"));
  CHECK(refused("P5 1 -1 255\n\3") ==
        "is a truncated or damaged PPM or PGM: its header has no height");
  CHECK(refused("P5 1 1 255x") ==
        "is a truncated or damaged PPM or PGM: no blank follows its header");
  CHECK(refused("P5 1 1 255\nabc") ==
        "is a PPM or PGM of 1 x 1 pixels, which take 1 bytes, but 3 follow its header: it is "
        "damaged or not one picture");
}

TEST_CASE("image_file: a picture written as PNG is read back, and its bytes are always the same") {
  for (const char* name : {"rgb.png", "grey.png"}) {
    const Image image = read_image(folder + name);
    const std::string bytes = encode_png(image);
    CHECK(bytes == encode_png(image));
    const Image back = decode_image(bytes, "back");
    CHECK(back.height == image.height);
    CHECK(back.width == image.width);
    CHECK(back.channels == image.channels);
    CHECK(back.pixels == image.pixels);
  }
  CHECK(error_of([] {
          encode_png({0, 0, 3, {}});
        }) == Contains("a picture of 0 x 0 x 3 cannot be written as PNG"));
}

TEST_SUITE("slow") {
  TEST_CASE("image_file: JPEGs of CIFAR-10 are read as Pillow reads them, within one level") {
    const std::string data = real_data({"native/images"});
    if (data.empty()) return;
    if (shell("/usr/bin/python3 -c 'import PIL'").status != 0) {
      skip("there is no /usr/bin/python3 with PIL");
      return;
    }
    const TemporaryFolder scratch;
    for (const char* name :
         {"cifar10/airplane_0000.jpg", "cifar10/truck_0000.jpg", "scene15/coast_image_0006.jpg"}) {
      const std::string path = fmt::format("{}/native/images/{}", data, name);
      CAPTURE(path);
      REQUIRE(shell(fmt::format("/usr/bin/python3 -c \"from PIL import Image; "
                                "open('{}', 'wb').write(Image.open('{}').tobytes())\"",
                                scratch / "pixels", path))
                  .status == 0);
      const Image image = read_image(path);
      const std::vector<std::uint8_t> expected = numbers(read_file(scratch / "pixels"));
      REQUIRE(image.pixels.size() == expected.size());
      int largest = 0;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(image.pixels[i] - expected[i]));
      }
      CHECK(largest <= 1);
    }
  }
}

}  // namespace hashlab::image_file_test
