#include "lib/images/canvas.h"

#include <algorithm>

namespace hashlab {

Canvas::Canvas(std::size_t width, std::size_t height, Colour background)
    : image_{height, width, 3, std::vector<std::uint8_t>(height * width * 3)} {
  fill({0, 0}, width, height, background);
}

void Canvas::fill(Point corner, std::size_t width, std::size_t height, Colour colour) {
  const std::size_t right = std::min(corner.x + width, image_.width);
  const std::size_t bottom = std::min(corner.y + height, image_.height);
  for (std::size_t y = corner.y; y < bottom; ++y) {
    for (std::size_t x = corner.x; x < right; ++x) {
      std::copy(colour.begin(), colour.end(), &image_.pixels[(y * image_.width + x) * 3]);
    }
  }
}

void Canvas::frame(Point corner, std::size_t width, std::size_t height, std::size_t thick,
                   Colour colour) {
  const auto [x, y] = corner;
  fill({x, y}, width, thick, colour);
  fill({x, y + height - thick}, width, thick, colour);
  fill({x, y}, thick, height, colour);
  fill({x + width - thick, y}, thick, height, colour);
}

void Canvas::cross(Point corner, std::size_t side, std::size_t thick, Colour colour) {
  for (std::size_t i = 0; i + thick <= side; ++i) {
    fill({corner.x + i, corner.y + i}, thick, thick, colour);
    fill({corner.x + side - thick - i, corner.y + i}, thick, thick, colour);
  }
}

void Canvas::paste(Point corner, const Image& picture, std::size_t zoom) {
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      const std::uint8_t* p = &picture.pixels[(y * picture.width + x) * picture.channels];
      const Colour colour =
          picture.channels == 3 ? Colour{p[0], p[1], p[2]} : Colour{p[0], p[0], p[0]};
      fill({corner.x + x * zoom, corner.y + y * zoom}, zoom, zoom, colour);
    }
  }
}

void Canvas::text(Point corner, std::string_view line, std::size_t zoom, Colour colour) {
  for (const char c : line) {
    for (std::size_t row = 0; row < font_height; ++row) {
      for (std::size_t column = 0; column < font_width; ++column) {
        if (!is_ink(c, row, column)) continue;
        fill({corner.x + column * zoom, corner.y + row * zoom}, zoom, zoom, colour);
      }
    }
    corner.x += text_width(1, zoom);
  }
}

}  // namespace hashlab
