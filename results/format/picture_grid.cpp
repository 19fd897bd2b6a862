#include "results/format/picture_grid.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlab::results {
namespace {

constexpr std::size_t tile = 64;  // approximate side of a picture after enlargement
constexpr std::size_t gap = 12;   // between pictures, wide enough for two frames
constexpr std::size_t margin = 16;
constexpr std::size_t text_zoom = 2;
constexpr std::size_t line_height = 20;
constexpr std::size_t mark_side = 15, mark_thickness = 3, mark_inset = 3;
constexpr Colour white = {255, 255, 255}, black = {0, 0, 0}, grey = {190, 190, 190};

std::size_t widest(const std::vector<std::string>& lines) {
  std::size_t characters = 0;
  for (const std::string& line : lines) characters = std::max(characters, line.size());
  return text_width(characters, text_zoom);
}

void draw_lines(Canvas& canvas, Point corner, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    canvas.text(corner, line, text_zoom, black);
    corner.y += line_height;
  }
}

/// Centres the line in the `width` pixels to the right of `corner`.
void draw_centred(Canvas& canvas, Point corner, std::size_t width, const std::string& line) {
  const std::size_t taken = text_width(line.size(), text_zoom) - text_zoom;
  canvas.text({corner.x + (width - std::min(width, taken)) / 2, corner.y}, line, text_zoom, black);
}

void draw_picture(Canvas& canvas, const GridLayout& layout, Point corner, const Image& picture,
                  bool wrong) {
  canvas.paste(corner, picture, layout.zoom);
  if (!wrong) return;
  const auto [x, y] = corner;
  canvas.frame({x - frame_thickness, y - frame_thickness}, layout.tile_width + 2 * frame_thickness,
               layout.tile_height + 2 * frame_thickness, frame_thickness, wrong_colour);
  const Point mark = {x + layout.tile_width - std::min(layout.tile_width, mark_side), y};
  canvas.fill(mark, mark_side, mark_side, wrong_colour);
  canvas.cross({mark.x + mark_inset, mark.y + mark_inset}, mark_side - 2 * mark_inset,
               mark_thickness, white);
}

}  // namespace

Point GridLayout::picture(std::size_t block, std::size_t row, std::size_t column) const {
  return {pictures_x + column * (tile_width + gap), block_y[block] + row * row_step};
}

GridLayout layout_of(const PictureGrid& grid) {
  GridLayout layout;
  const Image& any = grid.blocks.at(0).query;
  layout.zoom = std::max<std::size_t>(1, tile / std::max(any.height, any.width));
  layout.tile_width = any.width * layout.zoom;
  layout.tile_height = any.height * layout.zoom;

  std::size_t query_width = std::max(layout.tile_width, text_width(5, text_zoom));
  std::size_t caption_width = 0, caption_lines = 0;
  for (const GridBlock& block : grid.blocks) {
    query_width = std::max(query_width, widest(block.caption));
    for (const GridRow& row : block.rows) {
      caption_width = std::max(caption_width, widest(row.caption));
      caption_lines = std::max(caption_lines, row.caption.size());
    }
  }
  layout.query_x = margin;
  layout.caption_x = layout.query_x + query_width + 2 * margin;
  layout.pictures_x = layout.caption_x + caption_width + margin;
  layout.row_step = std::max(layout.tile_height, caption_lines * line_height) + gap;
  layout.width =
      std::max({layout.pictures_x + grid.columns * (layout.tile_width + gap) - gap,
                layout.query_x + widest(grid.header), layout.query_x + widest(grid.footer)}) +
      margin;

  layout.numbers_y = margin + (grid.header.size() + 1) * line_height - line_height / 2;
  std::size_t y = layout.numbers_y + line_height + gap;
  for (const GridBlock& block : grid.blocks) {
    layout.block_y.push_back(y);
    y += std::max(block.rows.size() * layout.row_step,
                  layout.tile_height + gap / 2 + block.caption.size() * line_height + gap / 2);
    layout.block_end.push_back(y);
    y += gap;
  }
  layout.height = y + grid.footer.size() * line_height + margin - gap / 2;
  return layout;
}

Image draw_grid(const PictureGrid& grid) {
  const GridLayout layout = layout_of(grid);
  Canvas canvas(layout.width, layout.height, white);
  draw_lines(canvas, {layout.query_x, margin}, grid.header);
  canvas.text({layout.query_x, layout.numbers_y}, "query", text_zoom, black);
  for (std::size_t column = 0; column < grid.columns; ++column) {
    draw_centred(canvas, {layout.picture(0, 0, column).x, layout.numbers_y}, layout.tile_width,
                 fmt::format("{}", column + 1));
  }
  const std::size_t line_x = layout.caption_x - margin, top = layout.block_y.front() - gap;
  canvas.fill({line_x, top}, 2, layout.block_end.back() - top, grey);
  for (std::size_t b = 0; b < grid.blocks.size(); ++b) {
    const GridBlock& block = grid.blocks[b];
    const std::size_t y = layout.block_y[b];
    canvas.fill({margin, y - gap}, layout.width - 2 * margin, 2, grey);
    canvas.paste({layout.query_x, y}, block.query, layout.zoom);
    draw_lines(canvas, {layout.query_x, y + layout.tile_height + gap / 2}, block.caption);
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      const GridRow& row = block.rows[r];
      draw_lines(canvas, {layout.caption_x, y + r * layout.row_step}, row.caption);
      for (std::size_t c = 0; c < row.pictures.size(); ++c) {
        draw_picture(canvas, layout, layout.picture(b, r, c), row.pictures[c], row.wrong[c]);
      }
    }
  }
  canvas.fill({margin, layout.block_end.back()}, layout.width - 2 * margin, 2, grey);
  draw_lines(canvas, {layout.query_x, layout.block_end.back() + gap}, grid.footer);
  return canvas.image();
}

}  // namespace hashlab::results
