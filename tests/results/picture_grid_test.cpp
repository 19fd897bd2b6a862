#include "results/format/picture_grid.h"

#include <doctest/doctest.h>

#include <vector>

namespace hashlab::picture_grid_test {

using namespace results;

namespace {

constexpr Colour blue = {10, 20, 230};

Image plain(std::size_t height, std::size_t width) {
  Image image{height, width, 3, {}};
  for (std::size_t i = 0; i < height * width; ++i) {
    image.pixels.insert(image.pixels.end(), blue.begin(), blue.end());
  }
  return image;
}

/// Queries, methods and three pictures a row of height x width; every other one is wrong.
PictureGrid grid(std::size_t queries, std::size_t methods, std::size_t height, std::size_t width) {
  PictureGrid result;
  result.header = {"header"};
  result.footer = {"footer"};
  result.columns = 3;
  for (std::size_t q = 0; q < queries; ++q) {
    GridBlock block{plain(height, width), {"row 1"}, {}};
    for (std::size_t m = 0; m < methods; ++m) {
      const Image picture = plain(height, width);
      block.rows.push_back({{"method"}, {picture, picture, picture}, {false, true, false}});
    }
    result.blocks.push_back(block);
  }
  return result;
}

Colour at(const Image& image, std::size_t x, std::size_t y) {
  const std::uint8_t* p = &image.pixels[(y * image.width + x) * 3];
  return {p[0], p[1], p[2]};
}

}  // namespace

TEST_CASE("picture_grid: the picture is as large as its layout says, and grows by what is added") {
  const PictureGrid small = grid(1, 2, 32, 32);
  const GridLayout layout = layout_of(small);
  const Image image = draw_grid(small);
  CHECK(image.width == layout.width);
  CHECK(image.height == layout.height);
  CHECK(image.pixels.size() == layout.width * layout.height * 3);

  CHECK(layout_of(grid(1, 5, 32, 32)).height == layout.height + 3 * layout.row_step);
  const std::size_t block = layout_of(grid(2, 2, 32, 32)).height - layout.height;
  CHECK(layout_of(grid(3, 2, 32, 32)).height == layout.height + 2 * block);
  PictureGrid wide = grid(1, 2, 32, 32);
  wide.columns = 5;
  CHECK(layout_of(wide).width ==
        layout.width + 2 * (layout.picture(0, 0, 1).x - layout.picture(0, 0, 0).x));
}

TEST_CASE("picture_grid: small pictures are enlarged to about 64 pixels by a whole number") {
  CHECK(layout_of(grid(1, 1, 32, 32)).zoom == 2);
  CHECK(layout_of(grid(1, 1, 28, 28)).zoom == 2);
  CHECK(layout_of(grid(1, 1, 16, 16)).zoom == 4);
  CHECK(layout_of(grid(1, 1, 8, 30)).zoom == 2);
  CHECK(layout_of(grid(1, 1, 80, 80)).zoom == 1);
  const GridLayout flat = layout_of(grid(1, 1, 8, 30));
  CHECK(flat.tile_width == 60);
  CHECK(flat.tile_height == 16);
}

TEST_CASE("picture_grid: a wrong picture is framed and marked, a right one is neither") {
  const PictureGrid both = grid(2, 2, 32, 32);
  const GridLayout layout = layout_of(both);
  const Image image = draw_grid(both);
  for (std::size_t b = 0; b < 2; ++b) {
    for (std::size_t r = 0; r < 2; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        const auto [x, y] = layout.picture(b, r, c);
        const std::size_t right = x + layout.tile_width, bottom = y + layout.tile_height;
        const Colour around = c == 1 ? wrong_colour : Colour{255, 255, 255};
        for (std::size_t i = 1; i <= frame_thickness; ++i) {
          CHECK(at(image, x - i, y - i) == around);
          CHECK(at(image, x + 20, y - i) == around);
          CHECK(at(image, x - i, y + 20) == around);
          CHECK(at(image, right - 1 + i, y + 20) == around);
          CHECK(at(image, x + 20, bottom - 1 + i) == around);
        }
        CHECK(at(image, x - frame_thickness - 1, y + 20) == Colour{255, 255, 255});
        CHECK(at(image, x, y) == blue);
        CHECK(at(image, right - 1, bottom - 1) == blue);
        CHECK((at(image, right - 1, y) == (c == 1 ? wrong_colour : blue)));
      }
    }
  }
}

TEST_CASE("picture_grid: the query stands left of its rows, and long captions move the pictures") {
  const PictureGrid one = grid(1, 1, 32, 32);
  const GridLayout layout = layout_of(one);
  const Image image = draw_grid(one);
  CHECK(at(image, layout.query_x, layout.block_y[0]) == blue);
  CHECK(layout.query_x + layout.tile_width < layout.caption_x);
  CHECK(layout.caption_x + text_width(6, 2) < layout.pictures_x);
  PictureGrid longer = one;
  longer.blocks[0].rows[0].caption = {"method", "of a longer name"};
  CHECK(layout_of(longer).pictures_x > layout.pictures_x);
  longer.header = {std::string(200, 'x')};
  CHECK(layout_of(longer).width >= text_width(200, 2));
}

}  // namespace hashlab::picture_grid_test
