#include "lib/images/resize.h"
#include "tests/support/support.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace hashlab::resize_test {

using namespace testing;

namespace {

/// A picture with pixel(y, x, c) at each place.
template <typename Pixel>
Image picture(std::size_t height, std::size_t width, std::size_t channels, Pixel pixel) {
  Image image{height, width, channels, {}};
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t c = 0; c < channels; ++c) {
        image.pixels.push_back(static_cast<std::uint8_t>(pixel(y, x, c)));
      }
    }
  }
  return image;
}

/// Smooth shapes and some noise, the same on every machine.
Image scene(std::size_t height, std::size_t width, std::size_t channels) {
  return picture(height, width, channels, [&](std::size_t y, std::size_t x, std::size_t c) {
    const std::size_t smooth = 160 * x / width + 60 * y / height;
    return smooth + (x * 7 + y * 13 + c * 29 + x * y) % 32;
  });
}

}  // namespace

TEST_CASE("resize: a square of the right side stays as it is") {
  const Image image = scene(19, 19, 3);
  CHECK(square(image, 19).pixels == image.pixels);
}

TEST_CASE("resize: a constant picture stays constant at any scale") {
  for (const std::size_t side : {1U, 5U, 31U, 32U, 33U, 64U, 200U}) {
    const Image image = picture(48, 57, 3, [](auto, auto, auto c) { return 50 * c + 1; });
    const Image result = square(image, side);
    REQUIRE(result.pixels.size() == side * side * 3);
    CHECK(result.height == side);
    CHECK(result.width == side);
    CHECK(result.channels == 3);
    for (std::size_t i = 0; i < result.pixels.size(); ++i) {
      CHECK(result.pixels[i] == 50 * (i % 3) + 1);
    }
  }
}

TEST_CASE("resize: halving a fine checkerboard gives its mean, white or black are gone") {
  const Image image = picture(64, 64, 1, [](auto y, auto x, auto) { return (y + x) % 2 * 200; });
  const Image result = square(image, 32);
  for (std::size_t i = 0; i < result.pixels.size(); ++i) {
    // At an edge 3 of 7 parts are of one kind, which the other direction evens out, but in a
    // corner.
    const bool corner = (i < 32 || i >= 31 * 32) && (i % 32 == 0 || i % 32 == 31);
    CHECK(std::abs(result.pixels[i] - 100) <= (corner ? 2 : 0));
  }
}

TEST_CASE("resize: a triangle of two pixels' reach weighs 1 3 3 1 when a row is halved") {
  // Rows are equal, so only the columns matter; the second pixel sees columns 1 .. 4.
  const Image image = picture(8, 8, 1, [](auto, auto x, auto) { return x == 1 ? 80 : 0; });
  const Image result = square(image, 4);
  CHECK(result.pixels[0] == 34);  // 3 of 3 + 3 + 1, what lies outside does not count: 34.29
  CHECK(result.pixels[1] == 10);  // 1 of 8
  CHECK(result.pixels[2] == 0);
}

TEST_CASE("resize: doubling a row mixes neighbours 3 to 1") {
  const Image image = picture(2, 2, 1, [](auto, auto x, auto) { return 100 * x; });
  const Image result = square(image, 4);
  CHECK(std::vector<std::uint8_t>(result.pixels.begin(), result.pixels.begin() + 4) ==
        std::vector<std::uint8_t>{0, 25, 75, 100});
}

TEST_CASE("resize: of a wide or a tall picture the middle is kept") {
  const Image wide = scene(32, 75, 3), tall = scene(75, 32, 3);
  const auto cut = [](const Image& image, std::size_t top, std::size_t left) {
    return picture(32, 32, 3, [&](std::size_t y, std::size_t x, std::size_t c) {
      return image.pixels[((y + top) * image.width + x + left) * 3 + c];
    });
  };
  CHECK(square(wide, 32).pixels == cut(wide, 0, 21).pixels);
  CHECK(square(tall, 32).pixels == cut(tall, 21, 0).pixels);
}

TEST_CASE("resize: a mirrored picture gives the mirrored square, a turned one the turned square") {
  const Image image = scene(90, 61, 1);
  const Image mirrored =
      picture(90, 61, 1, [&](auto y, auto x, auto) { return image.pixels[y * 61 + 60 - x]; });
  const Image turned =
      picture(61, 90, 1, [&](auto y, auto x, auto) { return image.pixels[x * 61 + y]; });
  const Image a = square(image, 24), b = square(mirrored, 24), c = square(turned, 24);
  int differences = 0;  // the two directions are rounded one after the other
  for (std::size_t y = 0; y < 24; ++y) {
    for (std::size_t x = 0; x < 24; ++x) {
      CHECK(a.pixels[y * 24 + x] == b.pixels[y * 24 + 23 - x]);
      CHECK(std::abs(a.pixels[y * 24 + x] - c.pixels[x * 24 + y]) <= 1);
      differences += a.pixels[y * 24 + x] != c.pixels[x * 24 + y];
    }
  }
  CHECK(differences <= 6);
}

TEST_CASE("resize: pictures of one row or column and of extreme shape are no special case") {
  const Image row = picture(1, 300, 1, [](auto, auto x, auto) { return x % 2 * 90; });
  CHECK(square(row, 1).pixels.size() == 1);
  CHECK(square(row, 5).pixels.size() == 25);
  const Image column = picture(4000, 1, 3, [](auto, auto, auto) { return 7; });
  for (const std::uint8_t pixel : square(column, 16).pixels) CHECK(pixel == 7);
}

TEST_CASE("resize: an empty picture and an impossible side are refused") {
  CHECK(error_of([] { square(Image(), 32); }) == "a picture without pixels cannot be scaled");
  const Image image = scene(4, 4, 1);
  CHECK(error_of([&] { square(image, 0); }) ==
        "a picture cannot be scaled to 0 pixels; give 1 .. 8192");
  CHECK(error_of([&] { square(image, 8193); }) == Contains("give 1 .. 8192"));
}

TEST_CASE("resize: Pillow scales the same pictures to within a grey level") {
  if (shell("/usr/bin/python3 -c 'import PIL'").status != 0) return;
  const TemporaryFolder folder;
  for (const auto& [height, width] : {std::pair{97, 97}, {64, 150}, {211, 100}, {20, 23}}) {
    const Image image = scene(static_cast<std::size_t>(height), static_cast<std::size_t>(width), 3);
    std::ofstream(folder / "in", std::ios::binary)
        .write(reinterpret_cast<const char*>(image.pixels.data()),
               static_cast<std::streamsize>(image.pixels.size()));
    const int shorter = std::min(height, width);
    const int h = (2 * height * 40 + shorter) / (2 * shorter);
    const int w = (2 * width * 40 + shorter) / (2 * shorter);
    const std::string script = fmt::format(
        "from PIL import Image; i = Image.frombytes('RGB', ({0}, {1}), open('{2}', 'rb').read()); "
        "i = i.resize(({3}, {4}), Image.BILINEAR); x, y = ({3} - 40) // 2, ({4} - 40) // 2; "
        "open('{5}', 'wb').write(i.crop((x, y, x + 40, y + 40)).tobytes())",
        width, height, folder / "in", w, h, folder / "out");
    REQUIRE(shell("/usr/bin/python3 -c \"" + script + "\"").status == 0);
    std::ifstream file(folder / "out", std::ios::binary);
    const std::string theirs{std::istreambuf_iterator<char>(file), {}};
    const Image ours = square(image, 40);
    REQUIRE(theirs.size() == ours.pixels.size());
    int most = 0;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      most = std::max(most, std::abs(static_cast<std::uint8_t>(theirs[i]) - ours.pixels[i]));
    }
    CHECK(most <= 1);
  }
}

}  // namespace hashlab::resize_test
