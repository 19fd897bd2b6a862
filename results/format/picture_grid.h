#pragma once

#include "lib/images/canvas.h"
#include "lib/images/image.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlab::results {

/// The images that one method retrieved for one query, nearest first.
struct GridRow {
  std::vector<std::string> caption;  ///< lines, left of the images
  std::vector<Image> pictures;
  std::vector<bool> wrong;  ///< for each picture: true if the item is not relevant
};

/// One query and the images that each method retrieved for it.
struct GridBlock {
  Image query;
  std::vector<std::string> caption;  ///< lines, below the query
  std::vector<GridRow> rows;
};

/// Retrieval results as images, laid out as in thesis Tables 4.20 to 4.23. All images have the same
/// height and width.
struct PictureGrid {
  std::vector<std::string> header, footer;  ///< lines above and below the blocks
  std::size_t columns = 10;                 ///< largest number of images per row
  std::vector<GridBlock> blocks;
};

/// The positions of all parts of a PictureGrid, in pixels from the top left corner.
struct GridLayout {
  std::size_t width = 0, height = 0;  ///< of the whole image
  std::size_t zoom = 1;               ///< screen pixels per image pixel: as many as keep an image
                                      ///< within 64 x 64 screen pixels, but at least 1
  std::size_t tile_width = 0, tile_height = 0;  ///< size of an image on the screen
  std::size_t query_x = 0, caption_x = 0, pictures_x = 0, numbers_y = 0;
  std::vector<std::size_t> block_y;    ///< top edge of each query
  std::vector<std::size_t> block_end;  ///< position of the line below each block
  std::size_t row_step = 0;            ///< distance between the rows of a block

  /// The top left corner of an image.
  Point picture(std::size_t block, std::size_t row, std::size_t column) const;
};

GridLayout layout_of(const PictureGrid& grid);

/// The colour of the thick frame around a wrong image. Such an image also has a cross in its top
/// right corner, for readers who cannot distinguish the colour. A correct image has neither frame
/// nor cross.
constexpr Colour wrong_colour = {213, 94, 0};
constexpr std::size_t frame_thickness = 4;

Image draw_grid(const PictureGrid& grid);

}  // namespace hashlab::results
