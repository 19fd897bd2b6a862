#pragma once

#include "lib/images/font.h"
#include "lib/images/image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hashlab {

using Colour = std::array<std::uint8_t, 3>;  ///< red, green, blue

struct Point {
  std::size_t x = 0, y = 0;  ///< pixels from the left and from the top
};

/// A colour image to draw on. `corner` is the top left corner of the shape that is drawn. Parts
/// outside the image are clipped.
class Canvas {
 public:
  /// A picture filled with one colour.
  Canvas(std::size_t width, std::size_t height, Colour background);
  const Image& image() const { return image_; }

  void fill(Point corner, std::size_t width, std::size_t height, Colour colour);
  /// Draws a frame `thick` pixels wide along the edges of a rectangle, inside it. `thick` must not
  /// exceed `width` or `height`.
  void frame(Point corner, std::size_t width, std::size_t height, std::size_t thick, Colour colour);
  /// Draws the two diagonals of a square, `thick` pixels wide.
  void cross(Point corner, std::size_t side, std::size_t thick, Colour colour);
  /// Draws each pixel of the picture as zoom x zoom pixels.
  void paste(Point corner, const Image& picture, std::size_t zoom);
  /// Writes one line of text; each pixel of the font becomes zoom x zoom pixels.
  void text(Point corner, std::string_view line, std::size_t zoom, Colour colour);

 private:
  Image image_;
};

/// The width in pixels of a line with this number of characters, as Canvas::text() draws it. It
/// includes the gap after the last character.
constexpr std::size_t text_width(std::size_t characters, std::size_t zoom) {
  return characters * (font_width + 1) * zoom;
}

}  // namespace hashlab
