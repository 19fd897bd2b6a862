#include "lib/images/canvas.h"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

namespace hashlab::canvas_test {
namespace {

constexpr Colour white = {255, 255, 255}, black = {0, 0, 0}, red = {200, 0, 0};

Colour at(const Canvas& canvas, std::size_t x, std::size_t y) {
  const Image& image = canvas.image();
  const std::uint8_t* p = &image.pixels[(y * image.width + x) * 3];
  return {p[0], p[1], p[2]};
}

std::size_t count(const Canvas& canvas, Colour colour) {
  std::size_t n = 0;
  for (std::size_t y = 0; y < canvas.image().height; ++y) {
    for (std::size_t x = 0; x < canvas.image().width; ++x) n += at(canvas, x, y) == colour ? 1 : 0;
  }
  return n;
}

}  // namespace

TEST_CASE("canvas: a rectangle is filled, and what lies outside is left out") {
  Canvas canvas(10, 6, white);
  CHECK(count(canvas, white) == 60);
  canvas.fill({2, 1}, 3, 2, red);
  CHECK(count(canvas, red) == 6);
  CHECK(at(canvas, 2, 1) == red);
  CHECK(at(canvas, 4, 2) == red);
  CHECK(at(canvas, 5, 2) == white);
  canvas.fill({8, 5}, 100, 100, black);
  CHECK(count(canvas, black) == 2);
  canvas.fill({20, 20}, 3, 3, black);
  CHECK(count(canvas, black) == 2);
}

TEST_CASE("canvas: a frame is as thick as asked and leaves its inside alone") {
  Canvas canvas(10, 10, white);
  canvas.frame({1, 1}, 8, 6, 2, red);
  CHECK(count(canvas, red) == 8 * 6 - 4 * 2);
  CHECK(at(canvas, 1, 1) == red);
  CHECK(at(canvas, 8, 6) == red);
  CHECK(at(canvas, 3, 3) == white);
  CHECK(at(canvas, 0, 0) == white);
}

TEST_CASE("canvas: a cross is the same from left and right, up and down") {
  Canvas canvas(9, 9, white);
  canvas.cross({0, 0}, 9, 3, black);
  for (std::size_t y = 0; y < 9; ++y) {
    for (std::size_t x = 0; x < 9; ++x) {
      CHECK(at(canvas, x, y) == at(canvas, 8 - x, y));
      CHECK(at(canvas, x, y) == at(canvas, x, 8 - y));
    }
  }
  CHECK(at(canvas, 0, 0) == black);
  CHECK(at(canvas, 4, 4) == black);
  CHECK(at(canvas, 4, 0) == white);
}

TEST_CASE("canvas: pictures are enlarged pixel by pixel, grey ones in three channels") {
  Canvas canvas(8, 8, white);
  canvas.paste({1, 1}, {1, 2, 3, {1, 2, 3, 4, 5, 6}}, 2);
  CHECK(count(canvas, {1, 2, 3}) == 4);
  CHECK(at(canvas, 2, 2) == Colour{1, 2, 3});
  CHECK(at(canvas, 3, 1) == Colour{4, 5, 6});
  canvas.paste({0, 5}, {1, 1, 1, {9}}, 3);
  CHECK(count(canvas, {9, 9, 9}) == 9);
}

TEST_CASE("canvas: every character has a shape of its own, and a line is as wide as it says") {
  std::set<std::vector<bool>> shapes;
  for (char c = ' '; c <= '~'; ++c) {
    std::vector<bool> shape;
    for (std::size_t row = 0; row < font_height; ++row) {
      for (std::size_t column = 0; column < font_width; ++column) {
        shape.push_back(is_ink(c, row, column));
      }
    }
    shapes.insert(shape);
  }
  CHECK(shapes.size() == '~' - ' ' + 1);

  Canvas one(40, 20, white), two(40, 20, white);
  one.text({0, 0}, "HH", 2, black);
  two.text({0, 0}, " H", 2, black);
  CHECK(count(one, black) == 2 * count(two, black));
  for (std::size_t y = 0; y < 20; ++y) {
    CHECK(at(two, text_width(1, 2) - 1, y) == white);
    for (std::size_t x = text_width(1, 2); x < 40; ++x) CHECK(at(one, x, y) == at(two, x, y));
  }
}

TEST_CASE("canvas: what is no printable ASCII looks like a question mark") {
  Canvas odd(12, 8, white), mark(12, 8, white);
  odd.text({0, 0}, "\xC3\n", 1, black);
  mark.text({0, 0}, "??", 1, black);
  CHECK(odd.image().pixels == mark.image().pixels);
}

}  // namespace hashlab::canvas_test
