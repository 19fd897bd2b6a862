#pragma once

#include "lib/pictures/canvas.h"
#include "lib/rng.h"

#include <array>

namespace hashlab {

/// A class of pictures: draws one scene of its kind, with parameters from the stream, into the
/// region. Every draw fills the whole region.
struct Scene {
  const char* name;
  void (*draw)(Canvas& canvas, const Region& region, Rng& rng);
};

/// The ten classes, in the order of their numbers.
const std::array<Scene, 10>& scenes();

// Textures.
void draw_stripes(Canvas& canvas, const Region& region, Rng& rng);
void draw_checkers(Canvas& canvas, const Region& region, Rng& rng);
void draw_dots(Canvas& canvas, const Region& region, Rng& rng);
void draw_rings(Canvas& canvas, const Region& region, Rng& rng);
void draw_polygons(Canvas& canvas, const Region& region, Rng& rng);
// Landscapes.
void draw_skyline(Canvas& canvas, const Region& region, Rng& rng);
void draw_sea(Canvas& canvas, const Region& region, Rng& rng);
void draw_mountains(Canvas& canvas, const Region& region, Rng& rng);
void draw_forest(Canvas& canvas, const Region& region, Rng& rng);
void draw_road(Canvas& canvas, const Region& region, Rng& rng);

}  // namespace hashlab
