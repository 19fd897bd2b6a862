#pragma once

#include "experiments/evaluate/shown_cells.h"
#include "experiments/evaluate/shown_tiles.h"
#include "results/format/picture_grid.h"

namespace hashlab::experiments {

/// The results as a grid of images. An image with a side of more than 96 pixels is scaled and
/// cropped to a square of 64 x 64 pixels (see square).
/// Errors:  as PictureFile::read; invalid_argument if the grid would have more than 2^26 pixels.
results::PictureGrid grid_of(const Shown& shown, const Tiles& tiles);

}  // namespace hashlab::experiments
